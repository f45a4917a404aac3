"""The outputs of models that others judge: whose they are, which counts, which are unreadable."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_submissions import draft, submissions, take

from accord.annotations.log.outputs import Outputs, outputs_of
from accord.annotations.log.standing import read_standing


def outputs(folder: Path) -> Outputs:
    return outputs_of(read_standing(folder, ()))


def output(item: str = "i1", model: str = "m1", answer: str = "A", **options: object) -> object:
    return draft(answer, item=item, rater=model, role="model", **options)  # type: ignore[arg-type]


def test_without_models_there_are_none(tmp_path: Path) -> None:
    take(tmp_path, draft("A"), draft("A", role="judge"))
    assert outputs(tmp_path) == Outputs()
    assert Outputs().find("i1", "m1") is None


def test_an_output_is_found_by_its_model_or_its_id(tmp_path: Path) -> None:
    take(tmp_path, output("i1"), output("i2"), output("i1", "m2"))
    found = outputs(tmp_path)
    ids = {(submission.item, submission.rater.name): submission.id for submission in submissions(tmp_path)}
    assert found.id == ids
    assert found.model == {name: model for (_, model), name in ids.items()}
    assert found.item == {name: item for (item, _), name in ids.items()}
    for (item, model), name in ids.items():
        assert found.find(item, model) == found.find(item, name) == name
    assert found.find("i2", "m2") is None
    assert found.find("i2", ids["i1", "m1"]) is None


def test_a_model_named_like_an_id_is_found_first(tmp_path: Path) -> None:
    take(tmp_path, output("i1"))
    (first,) = submissions(tmp_path)
    take(tmp_path, output("i1", first.id))
    assert outputs(tmp_path).find("i1", first.id) != first.id


def test_a_corrected_output_is_not_the_old_one(tmp_path: Path) -> None:
    take(tmp_path, output(answer="A"))
    take(tmp_path, output(answer="B"))
    old, new = submissions(tmp_path)
    found = outputs(tmp_path)
    assert found.find("i1", "m1") == new.id
    assert found.find("i1", old.id) is None
    assert set(found.model) == {new.id}


def test_outputs_that_cannot_be_read_are_known(tmp_path: Path) -> None:
    take(tmp_path, output("i1", state="invalid"), output("i2"), output("i3", state="unusable"))
    invalid = [submission.id for submission in submissions(tmp_path) if submission.item == "i1"]
    assert outputs(tmp_path).invalid == frozenset(invalid)
    assert outputs(tmp_path).find("i1", "m1") == invalid[0]


@pytest.mark.parametrize("options", [{"passing": "second"}, {"of": "f00"}])
def test_what_a_model_says_later_or_of_another_output_is_no_output(tmp_path: Path, options: dict[str, str]) -> None:
    take(tmp_path, output())
    (first,) = submissions(tmp_path)
    take(tmp_path, output(answer="B", **options))
    assert outputs(tmp_path).id == {("i1", "m1"): first.id}


def test_what_a_model_says_in_a_later_pass_is_found_by_its_id_only(tmp_path: Path) -> None:
    take(tmp_path, output(passing="second"))
    (later,) = submissions(tmp_path)
    found = outputs(tmp_path)
    assert (found.find("i1", "m1"), found.find("i1", later.id)) == (None, later.id)
