"""accord run: models asked about items, over HTTP on loopback."""

from __future__ import annotations

import json

import pytest
from asked_folders import lines
from chat_server import completion

SPEC = """\
name: t
version: 1.0.0
items: {image: image}
fields:
  kind: {kind: choice, labels: [street, "fences, walls"], abstain: [cannot judge]}
  people: {kind: number}
  ok: {kind: binary, asked_of: [human]}
raters:
  - {name: m, role: model, RATER}
"""


@pytest.fixture
def streets(make_folder):
    """`streets("reply: csv")`: a folder with two pictures and one model."""
    from PIL import Image

    def make(rater: str):
        folder = make_folder(SPEC.replace("RATER", rater), [{"id": str(n), "image": f"{n}.png"} for n in range(2)])
        for number in range(2):
            Image.new("RGB", (64, 48), (200 * number, 0, 0)).save(folder / f"{number}.png")
        return folder

    return make


def test_a_model_answers_about_pictures(run, streets, chat_server, monkeypatch) -> None:
    folder = streets("price: {input: 1, output: 1}")
    said = {"kind": "fences, walls", "people": 2}
    server = chat_server(lambda call: completion(json.dumps(said), model="m"))
    monkeypatch.setenv("M_BASE_URL", server.url)
    code, out, err = run("run", folder, "--models", "m")
    assert (code, err) == (0, "")
    assert out.endswith(f"Next: accord agree {folder} --role model\n")
    urls = [part["image_url"]["url"] for call in server.calls for part in call.body["messages"][1]["content"][:1]]
    assert len({url[:40] for url in urls}) == 1
    assert len(set(urls)) == 2
    assert all(url.startswith("data:image/") for url in urls)
    assert {line["answers"]["kind"]["value"] for line in lines(folder, "model")} == {"fences, walls"}
    assert {line["rater"]["role"] for line in lines(folder, "model")} == {"model"}


def test_a_line_of_values_is_asked_for_without_a_schema(run, streets, chat_server, monkeypatch) -> None:
    folder = streets("reply: csv")
    server = chat_server(lambda call: completion("fences, walls,2", model="m"))
    monkeypatch.setenv("M_BASE_URL", server.url)
    assert run("run", folder)[0] == 0
    assert "response_format" not in server.calls[0].body
    for line in lines(folder, "model"):
        assert line["answers"]["kind"]["value"] == "fences, walls"
        assert line["answers"]["people"]["value"] == 2
        assert line["reply"]["format"] == "csv"


def test_a_picture_that_is_not_there_leaves_its_item_outstanding(run, streets, chat_server, monkeypatch) -> None:
    folder = streets("concurrency: 1")
    (folder / "1.png").unlink()
    server = chat_server(lambda call: completion('{"kind": "street", "people": 0}', model="m"))
    monkeypatch.setenv("M_BASE_URL", server.url)
    code, out, err = run("run", folder, "--json")
    assert (code, len(server.calls)) == (1, 1)
    assert json.loads(out)["raters"][0]["outstanding"] == [{"item": "1"}]
    assert "1.png" in err
