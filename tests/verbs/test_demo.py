"""The demo: what it writes, that it writes the same bytes each time, and where it refuses to write."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import accord
from accord.agreement.question import Question
from accord.agreement.settings import Settings
from accord.annotations.layout import Layout
from accord.annotations.ratings import Ratings
from accord.canonical import sha256_file
from accord.errors import UsageError
from accord.examples import DOMAINS
from accord.verbs.agree_tables import agree_tables
from accord.verbs.demo import MUSEUM_FIELDS, QUALITY, Demo, demo, published_museum, resolved_memberships

FILES = [
    "museum/agreement.csv",
    "museum/agreement.json",
    "museum/judgements.csv",
    "scenes/agreement.csv",
    "scenes/agreement.json",
    "scenes/resolved.csv",
    "scenes/submissions.csv",
]
SETTINGS = Settings(replicates=10, seed=3)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    folder = tmp_path_factory.mktemp("demo") / "new" / "folder"
    return demo(folder, SETTINGS)


def written(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): sha256_file(path) for path in folder.rglob("*") if path.is_file()}


def steady(folder: Path) -> dict[str, str]:
    """What is written, but that logs name the files that they were taken from, and results their digests of logs."""
    named = ("workbooks/annotations/", "workbooks/agreement.json")
    logs = {
        path.name: path.read_text(encoding="utf-8").replace(str(folder), "")
        for path in (folder / "workbooks" / "annotations").rglob("*.jsonl")
    }
    return logs | {name: digest for name, digest in written(folder).items() if not name.startswith(named)}


def test_what_is_written(done: Demo) -> None:
    own = ("benchmarks/", "workbooks/")
    assert sorted(name for name in written(done.folder) if not name.startswith(own)) == FILES


def test_the_same_bytes_each_time(done: Demo, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    said: list[str] = []
    again = demo(tmp_path / "empty", SETTINGS, said.append)
    assert steady(again.folder) == steady(done.folder)
    steps = ["museum", "streets", "scenes", "collection", "workbooks", "simulated returns", "agreement"]
    assert said[:9] == [*steps, "judgements", "submissions"]
    assert set(said[9:]) == {*QUALITY, "violations", "boxes"}


def test_no_byte_depends_on_the_folder_or_the_time(done: Demo) -> None:
    document = json.loads((done.folder / "museum/agreement.json").read_text(encoding="utf-8"))
    assert document["input"]["files"] == [
        {
            "path": "museum/judgements.csv",
            "sha256": sha256_file(done.folder / "museum/judgements.csv"),
            "rows": pl.read_csv(done.folder / "museum/judgements.csv").height,
        }
    ]
    assert str(done.folder) not in json.dumps(document)


def test_the_results_are_those_that_were_written(done: Demo) -> None:
    for name, result in (("museum", done.museum), ("scenes", done.scenes)):
        assert (done.folder / name / "agreement.json").read_text(encoding="utf-8") == result.to_json()
        assert (done.folder / name / "agreement.csv").read_text(encoding="utf-8") == result.to_csv()
        assert result.settings == SETTINGS
    assert min(done.museum_seconds, done.scenes_seconds) >= 0


def test_every_published_figure_is_met_to_three_decimals(done: Demo) -> None:
    published = published_museum()
    assert tuple(published) == MUSEUM_FIELDS
    met = 0
    for field, figures in published.items():
        for figure, value in figures.items():
            pair = figure if "|" in figure else None
            found = done.museum.get(field, "pairwise" if pair else figure, pair=pair)
            assert (found.items, round(found.value or 0, 3)) == (656, value), (field, figure)
            met += 1
    assert met == 45


def test_the_command_that_is_shown_finds_the_same_numbers(done: Demo) -> None:
    result = accord.agree(
        pl.read_csv(done.folder / "museum/judgements.csv", infer_schema=False),
        item="record",
        rater="judge",
        fields={"title": accord.Binary()},
        where={"valid": "true"},
        cluster="object",
        pairs=True,
        replicates=10,
        seed=3,
    )
    ours = [estimate for estimate in done.museum.estimates if estimate.field == "title"]
    assert list(result.estimates) == ours


def test_the_written_scenes_are_those_that_were_analysed(done: Demo) -> None:
    result = agree_tables(
        [done.folder / "scenes/submissions.csv"],
        Layout(("image",), "rater", where={"state": ("answered",)}),
        {"plausibility": accord.Rating(1, 5), "violations": accord.Labels(DOMAINS, none="none")},
        Question(settings=Settings(replicates=0)),
    )
    for field, measure in (("plausibility", "alpha(ordinal)"), ("violations", "exact_set")):
        assert result.get(field, measure).value == done.scenes.get(field, measure).value


def test_scenes_have_the_published_shape(done: Demo) -> None:
    resolved = pl.read_csv(done.folder / "scenes/resolved.csv")
    submissions = pl.read_csv(done.folder / "scenes/submissions.csv", infer_schema=False)
    panels = submissions.group_by("image").len()["len"].value_counts()
    assert resolved.height == 11_534
    assert dict(panels.iter_rows()) == {2: 10_905, 3: 616, 4: 13}
    assert (submissions["state"] != "answered").sum() == 1


@pytest.mark.parametrize("kind", ["full folder", "hidden file", "file"])
def test_nothing_is_written_over(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "demo"
    if kind == "file":
        folder.write_text("mine")
    else:
        folder.mkdir()
        (folder / (".mine" if kind == "hidden file" else "mine")).write_text("mine")
    before = written(tmp_path)
    with pytest.raises(UsageError, match="is there already and not an empty folder; name a new one"):
        demo(folder, SETTINGS)
    assert written(tmp_path) == before


def test_a_folder_that_cannot_be_made_is_an_os_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OSError):
        demo(tmp_path / "file" / "demo", SETTINGS)


def test_items_belong_to_the_domains_and_classes_of_their_resolved_labels() -> None:
    (first, (one, *_)), (second, (two, *_)), *_ = DOMAINS.items()
    ratings = Ratings(pl.Series(["a", "b", "c"]), np.zeros(0, np.int32), (), None, {}, {})
    resolved = pl.DataFrame({"image": ["c", "a", "b", "unrated"], "classes": [[one], [one, two], [], [two]]})
    domains, classes = resolved_memberships(ratings, resolved)
    assert (domains.name, domains.values, domains.fields) == ("domain", tuple(DOMAINS), QUALITY)
    assert classes.values == tuple(name for inside in DOMAINS.values() for name in inside)
    assert domains.mask[:, [domains.values.index(first), domains.values.index(second)]].tolist() == [
        [True, True],
        [False, False],
        [True, False],
    ]
    assert classes.mask.sum(axis=1).tolist() == [2, 0, 1]
    assert classes.mask[2, classes.values.index(one)]
