import pytest

from accord.annotations.log.name import log_path
from accord.errors import InputError
from accord.llm.earlier import read_earlier
from accord.llm.units import Unit
from accord.verbs.opened import opened

SPEC = "name: t\nversion: 1.0.0\nfields:\n  a: {kind: binary}\n  b: {kind: binary}\n"
ITEMS = [{"id": "1"}, {"id": "2"}, {"id": "3"}, {"id": "4"}, {"id": "5"}]
UNITS = [Unit(item["id"]) for item in ITEMS]


def said(item: str, **more: str | None) -> dict[str, str | None]:
    return {"item": item, "rater": "m", "role": "model", "a": "1", "b": "0", **more}


@pytest.fixture
def log(make_folder):
    rows = [
        said("1"),
        said("2", b=None),
        said("3", state="invalid", reason="truncated"),
        said("4", state="invalid", reason="content_filter"),
    ]
    folder = make_folder(SPEC, ITEMS, rows)
    return folder, log_path(folder, "model", "m")


def items(units) -> str:
    return "".join(unit.item for unit in units)


def test_what_was_written_is_not_asked_again(log) -> None:
    earlier = read_earlier(log[1], "model", "m")
    assert items(earlier.outstanding(UNITS, False, None)) == "5"


def test_what_could_not_be_read_in_whole_is_asked_again_where_that_is_wanted(log) -> None:
    earlier = read_earlier(log[1], "model", "m")
    assert items(earlier.outstanding(UNITS, True, None)) == "235", "a filter holds a reply back each time"


def test_what_was_asked_otherwise_is_asked_again_where_that_is_wanted(log) -> None:
    earlier = read_earlier(log[1], "model", "m")
    form = opened(log[0]).benchmark.form_digest
    assert items(earlier.outstanding(UNITS, False, (form, "template"))) == "5"
    assert items(earlier.outstanding(UNITS, False, ("another", "template"))) == "12345"


def test_the_standing_record_counts_not_the_last_line(log, put_rows) -> None:
    folder, path = log
    put_rows(folder, [said("5", at="2026-01-02T00:00:00Z"), said("5", b=None, at="2026-01-01T00:00:00Z")])
    assert read_earlier(path, "model", "m").said["5", None].unfinished is None


def test_another_rater_or_role_has_its_own_past(log) -> None:
    assert read_earlier(log[1], "judge", "m").said == {}
    assert read_earlier(log[0] / "none.jsonl", "model", "m").said == {}


def test_a_damaged_log_is_refused(log) -> None:
    path = log[1]
    path.write_text("{}\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(InputError, match="1"):
        read_earlier(path, "model", "m")
