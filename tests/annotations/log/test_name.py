"""File names of logs: readable, different for different raters, and never outside of the folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.log.name import log_path, log_paths, names_in
from accord.errors import InputError
from accord.spec.roles import ROLES

NAMES = st.text(st.characters(codec="utf-8"), min_size=1)


def name(rater: str) -> str:
    return log_path(Path("b"), "human", rater).name


@given(NAMES, st.sampled_from(ROLES))
def test_any_name_makes_a_plain_file_name_in_the_folder_of_the_role(rater: str, role: str) -> None:
    path = log_path(Path("b"), role, rater)  # type: ignore[arg-type]
    assert path.parent == Path("b/annotations") / role
    assert re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?-[0-9a-f]{8}\.jsonl", path.name)


@given(NAMES, NAMES)
def test_different_raters_have_different_logs_on_every_file_system(one: str, other: str) -> None:
    assert (name(one).casefold() == name(other).casefold()) == (one == other)


@pytest.mark.parametrize(
    "alike", [("Ann", "ann"), ("ann", "ann "), ("e\u0301", "\u00e9"), ("a/b", "a-b"), ("..", "."), ("\u0430nn", "ann")]
)
def test_names_that_look_alike_are_kept_apart(alike: tuple[str, str]) -> None:
    assert name(alike[0]) != name(alike[1])


@pytest.mark.parametrize(
    ("rater", "slug"),
    [
        ("Zoë Müller", "zoe-muller"),
        ("\u738b\u5c0f\u660e", "rater"),
        ("\U0001f642", "rater"),
        ("--", "rater"),
        ("gpt-4o/2024-08-06", "gpt-4o-2024-08-06"),
        ("con", "con"),
        ("x" * 500, "x" * 40),
        ("x" * 39 + " yz", "x" * 39),
    ],
)
def test_the_slug_is_what_people_can_read_of_the_name(rater: str, slug: str) -> None:
    assert name(rater)[: -len("-00000000.jsonl")] == slug


def test_all_logs_in_the_order_of_their_paths(tmp_path: Path) -> None:
    assert log_paths(tmp_path) == []
    files = ["model/b-1.jsonl", "human/z-1.jsonl", "human/a-2.jsonl", "judge/a-1.jsonl"]
    others = ["human/a-2.jsonl.torn-1", "human/notes.txt", "stray.jsonl", "human/deep/a-1.jsonl"]
    others += ["human/.#z-1.jsonl", "human/.jsonl", ".git/a-1.jsonl"]
    for file in files + others:
        path = tmp_path / "annotations" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert log_paths(tmp_path) == [tmp_path / "annotations" / file for file in sorted(files)]


def not_folders(folder: Path) -> list[tuple[str, str, str]]:
    with pytest.raises(InputError) as caught:
        log_paths(folder)
    return [(problem.code, problem.severity, problem.where) for problem in caught.value.problems]


def test_a_file_in_the_place_of_the_folder_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "annotations").touch()
    assert not_folders(tmp_path) == [("not_a_folder", "error", str(tmp_path / "annotations"))]


def test_every_role_that_is_a_file_is_told_at_once(tmp_path: Path) -> None:
    root = tmp_path / "annotations"
    (root / "judge").mkdir(parents=True)
    for name in ("human", "model", "notes.txt"):
        (root / name).touch()
    assert not_folders(tmp_path) == [("not_a_folder", "error", str(root / name)) for name in ("human", "model")]


@pytest.mark.parametrize("name", ["annotations", "annotations/human"])
def test_a_link_that_leads_nowhere_is_not_empty(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).symlink_to(tmp_path / "unplugged")
    assert not_folders(tmp_path) == [("not_a_folder", "error", str(tmp_path / name))]


def test_a_link_to_a_folder_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "elsewhere/human").mkdir(parents=True)
    (tmp_path / "elsewhere/human/a-1.jsonl").touch()
    (tmp_path / "annotations").symlink_to(tmp_path / "elsewhere")
    assert log_paths(tmp_path) == [tmp_path / "annotations/human/a-1.jsonl"]


@pytest.mark.parametrize("name", ["annotations", "annotations/human"])
def test_a_folder_that_cannot_be_read_is_not_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    scandir, closed = os.scandir, str(tmp_path / name)

    def refuse(folder: str) -> object:
        if folder == closed:
            raise PermissionError(13, "Permission denied", folder)
        return scandir(folder)

    (tmp_path / "annotations/human").mkdir(parents=True)
    (tmp_path / "annotations/judge").mkdir()
    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(PermissionError) as caught:
        log_paths(tmp_path)
    assert caught.value.filename == closed


def test_a_link_that_leads_to_itself_names_the_folder(tmp_path: Path) -> None:
    (tmp_path / "annotations").symlink_to(tmp_path / "annotations")
    with pytest.raises(OSError) as caught:
        log_paths(tmp_path)
    assert caught.value.filename == str(tmp_path / "annotations")


def test_names_in_a_folder(tmp_path: Path) -> None:
    for name in ("b", "a.json", ".DS_Store"):
        (tmp_path / name).touch()
    assert names_in(tmp_path) == ["a.json", "b"]
    assert names_in(tmp_path / "none") == []
