"""What two models of the streets example replied: recorded for `accord run --replay`. Everything is MADE UP.

They see the pictures like those of `accord.examples.template_streets`. One writes JSON, and is replaced by a newer
version on the way. The other writes one line of values with names of labels, of which "Fences, walls" holds a comma; it
stands in quotes or not. Some replies are not as they should be: one is cut off, one refuses, one leaves a value out,
and three have an answer off the labels.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from accord.examples.replies import Form, Reply, Writing, cut_off, fenced, indented, plain
from accord.examples.template_streets import Viewer, forms

NOTHING = "None of these"
SEPARATOR = ";"
_SEED = 24
_PROMPT_TOKENS = (590, 640)
_JSON = Viewer("id", error=0.06, missed=0.1, bias=0.2, noise=0.4, unsure=0.3, untidy=0.0)
_CSV = Viewer("en", error=0.12, missed=0.2, bias=0.3, noise=0.6, unsure=0.1, untidy=0.05)
_NEWER_FROM = 14  # the picture, counted from 0, from which on a newer version answers
MODELS: tuple[str, ...] = ("model-c", "model-d")


def replies() -> list[dict[str, object]]:
    """40 lines, by model, then picture: rater, item, reply."""
    return [*_lines("model-c", _JSON, _in_json, _json_version), *_lines("model-d", _CSV, _in_csv, _csv_version)]


def _lines(
    model: str, viewer: Viewer, write: Callable[[int, Form], Reply], version: Callable[[int], str]
) -> Iterator[dict[str, object]]:
    """write: number of the picture, from 0, and form -> reply; version: number -> the model that has answered."""
    rng = np.random.default_rng([_SEED, MODELS.index(model)])
    for at, (item, form) in enumerate(forms(rng, viewer)):
        tokens = int(rng.integers(*_PROMPT_TOKENS))
        reply = write(at, form)
        if write is _in_csv:
            reply = replace(reply, fields=tuple(form))
        yield {"rater": model, "item": item, "reply": reply.recorded(version(at), tokens)}


def _json_version(at: int) -> str:
    return f"heron-vision-2025-{'03-01' if at < _NEWER_FROM else '05-20'}"


def _csv_version(at: int) -> str:
    return "larch-vl-7b"


def _in_json(at: int, form: Form) -> Reply:
    ways = (plain, plain, indented, plain, fenced)
    written = ways[at % len(ways)]
    match at:
        case 3:
            return cut_off(written(form))
        case 9:
            return Reply(written({**form, "lighting": "golden hour"}))
    return Reply(written(form))


def _in_csv(at: int, form: Form) -> Reply:
    ways: tuple[Writing, ...] = (_unquoted, _quoted, _unquoted, _all_quoted, _fenced)
    written = ways[at % len(ways)]
    match at:
        case 4:
            return Reply(written({**form, "lighting": f"Day{SEPARATOR}Dusk"}))
        case 8:
            return Reply("I'm sorry, but I can't say anything about this picture.")
        case 13:
            return Reply(written({name: answer for name, answer in form.items() if name != "mood"}))
        case 18:
            return Reply(written({**form, "elements": ["Trees", "Street lamps"]}))
    return Reply(written(form))


def _values(form: Form) -> list[str]:
    """The values of a line; a set is joined."""
    return [SEPARATOR.join(value) or NOTHING if isinstance(value, list) else str(value) for value in form.values()]


def _unquoted(form: Form) -> str:
    return ",".join(_values(form))


def _quoted(form: Form) -> str:
    """A value that holds a comma stands in quotes."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(_values(form))
    return text.getvalue()


def _all_quoted(form: Form) -> str:
    return ",".join(f'"{value}"' for value in _values(form))


def _fenced(form: Form) -> str:
    return f"```csv\n{_unquoted(form)}\n```"
