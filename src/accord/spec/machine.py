"""What `benchmark.yaml` says of a machine that fills in the form: a judge of outputs, or a model."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, JsonValue
from pydantic import Field as Option

from accord.spec.policies import Number, no_truth_value
from accord.spec.wording import Document, Word

ENVIRONMENT = r"^[A-Za-z_][A-Za-z0-9_]*$"
OWN_OPTIONS = (
    "model",
    "messages",
    "response_format",
    "stream",
    "n",
    "temperature",
    "top_p",
    "seed",
    "max_tokens",
    "max_completion_tokens",
)
"""Keys of a request that accord sets itself."""

Temperature = Annotated[float, Option(ge=0), BeforeValidator(no_truth_value)]
Share = Annotated[float, Option(gt=0, le=1), BeforeValidator(no_truth_value)]
Reply = Literal["json_schema", "json_object", "text", "csv"]
Layout = Literal["json", "csv"]
Accept = Literal["booleans", "yes_no", "reasoning"]


def _passed_on(options: dict[str, JsonValue]) -> dict[str, JsonValue]:
    own = [name for name in options if name in OWN_OPTIONS]
    if own:
        raise ValueError(f"{', '.join(own)}: accord sets this itself; give it as a key of the rater where there is one")
    return options


class Price(Document):
    """What tokens cost, in US dollars a million."""

    input: Number = Option(ge=0)
    """Of the prompt."""
    output: Number = Option(ge=0)
    """Of the reply."""


class Machine(Document):
    """A machine that fills in the form over an OpenAI-compatible endpoint.

    Where it is asked is said by the environment (or a file `.env`): `<ENV>_BASE_URL`, `<ENV>_MODEL`, `<ENV>_API_KEY`,
    else `OPENAI_BASE_URL` and `OPENAI_API_KEY`.
    """

    name: Word = Option(max_length=200)
    """Its name as a rater."""
    role: Literal["judge", "model"]
    """A judge of outputs, or a model that answers about items."""
    model: Word | None = None
    """The model that is asked for. `<ENV>_MODEL` comes first, its name as a rater last."""
    family: Word | None = None
    """The family of models that it belongs to. A judge may favour its own."""
    env: str | None = Option(None, pattern=ENVIRONMENT, json_schema_extra={"pattern": ENVIRONMENT})
    """The start of its environment variables. Its name in capitals, other signs as `_`, where it is left out."""
    temperature: Temperature | None = 0
    """Sampling temperature; `null` sends none."""
    top_p: Share | None = 1
    """Nucleus sampling; `null` sends none."""
    seed: int | None = Option(0, ge=0, lt=2**63, strict=True)
    """Seed of the sampling; `null` sends none."""
    max_tokens: int | None = Option(1024, ge=1, strict=True)
    """The longest reply, in tokens; `null` sends none."""
    reply: Reply = "json_schema"
    """How the reply is asked for. From `json_schema` a run falls back to `json_object`, then to `text`, where an
    endpoint knows no better; `csv` asks for one line of values."""
    accept: tuple[Accept, ...] = ()
    """Forms of answers beyond the labels: `booleans` (true, false), `yes_no`, `reasoning` (an answer that stands in
    the reasoning because the reply itself is empty)."""
    strict: bool = Option(False, strict=True)
    """Whether a reply must be as it was asked for, without any repair."""
    language: Word | None = None
    """The language of the prompt; the first of the benchmark where it is left out."""
    concurrency: int = Option(8, ge=1, le=1024, strict=True)
    """How many requests are under way at once."""
    requests_per_minute: int | None = Option(None, ge=1, strict=True)
    """The most requests a minute."""
    tokens_per_minute: int | None = Option(None, ge=1, strict=True)
    """The most tokens a minute, of prompts and replies."""
    timeout: Number = Option(120, gt=0)
    """Seconds until a request is given up."""
    tries: int = Option(5, ge=1, le=100, strict=True)
    """How often one request is sent before it is left for the next run."""
    price: Price | None = None
    """What its tokens cost; without it no cost is counted."""
    pictures: bool | None = Option(None, strict=True)
    """Whether it is sent the pictures of items. Where it is left out models are, and judges, who compare texts, are
    not."""
    picture_side: int = Option(1024, ge=16, le=8192, strict=True)
    """The longest side of a picture, in pixels, to which pictures are scaled down."""
    columns: tuple[Word, ...] | None = None
    """Columns of the items that it reads. Where it is left out those of `items.shown`, or the column `description`
    where people fill in the same form; a model never reads references."""
    options: Annotated[dict[str, JsonValue], AfterValidator(_passed_on)] = Option(default_factory=dict)
    """More keys of a request, passed on as they are, such as `reasoning_effort: low`."""

    @property
    def layout(self) -> Layout:
        """How a reply is laid out: one line of values, or an object."""
        return "csv" if self.reply == "csv" else "json"

    @property
    def variables(self) -> str:
        """The start of its environment variables.

        >>> Machine(name="GPT-4.1 mini", role="judge").variables
        'GPT_4_1_MINI'
        """
        return self.env or re.sub(r"[^A-Z0-9]+", "_", self.name.upper()).strip("_") or "RATER"
