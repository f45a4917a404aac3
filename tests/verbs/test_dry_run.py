from asked_folders import judged

from accord.verbs.ask_wish import Wish
from accord.verbs.dry_run import dry_run
from accord.verbs.opened import opened

URL = "http://127.0.0.1:9/v1"


def test_it_says_where_and_what_without_asking(make_folder) -> None:
    folder = judged(make_folder, 2, "name: j, role: judge, model: m-1")
    before = sorted(folder.rglob("*"))
    document = dry_run(opened(folder), Wish("judge"), {"J_BASE_URL": URL, "J_API_KEY": "sk-canary"}).to_dict()
    (rater,) = document["raters"]
    assert (rater["endpoint"], rater["model"]) == (f"{URL}/chat/completions", "m-1")
    assert rater["units"] == {"all": 2, "planned": 2, "left": 0}
    assert [message["role"] for message in rater["prompt"]["messages"]] == ["system", "user"]
    assert set(rater["schema"]["properties"]) == {"title_ok", "maker_ok"}
    assert document["findings"] == []
    assert "sk-canary" not in str(document)
    assert sorted(folder.rglob("*")) == before


def test_an_endpoint_that_is_not_known_is_told_unless_replies_are_recorded(make_folder, tmp_path) -> None:
    folder = judged(make_folder, 1)
    found = dry_run(opened(folder), Wish("judge"), {})
    assert [finding.code for finding in found.findings] == ["no_endpoint"]
    assert found.to_dict()["raters"][0]["endpoint"] is None
    assert dry_run(opened(folder), Wish("judge", replay=tmp_path), {}).findings == ()
