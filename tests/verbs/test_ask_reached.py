import asyncio
import json
import random

from asked_folders import GOOD, good, judged

from accord.llm.client.client import Client
from accord.llm.client.endpoint import endpoint_of
from accord.llm.client.lane import Lane
from accord.llm.seat import Question
from accord.verbs.ask_plan import plan
from accord.verbs.ask_reached import Reached, over
from accord.verbs.ask_wish import Wish
from accord.verbs.opened import opened


def test_a_question_becomes_one_request(make_folder, chat_server) -> None:
    (part,) = plan(opened(judged(make_folder, 1)), Wish("judge"))
    server = chat_server(good)
    endpoint = endpoint_of(part.machine, {"J_BASE_URL": server.url})
    prompt = part.prompter.prompt(part.units[0].item, part.units[0].output, part.units[0].of)
    assert prompt is not None

    async def once():
        async with Client(endpoint, part.machine, Lane(), connections=1, rng=random.Random(0)) as client:
            return await over(client)(Question(part.units[0], prompt, 1, 77, 5))

    completion = asyncio.run(once())
    assert json.loads(completion.content or "") == GOOD
    (call,) = server.calls
    assert (call.body["max_tokens"], call.body["seed"], call.body["temperature"]) == (77, 5, 0)
    assert call.body["messages"] == prompt.messages
    assert call.body["response_format"]["type"] == "json_schema"


def test_the_model_is_that_of_the_endpoint_or_of_the_rater(make_folder) -> None:
    (part,) = plan(opened(judged(make_folder, 1, "name: j, role: judge, model: m-1")), Wish("judge"))
    assert Reached(part, None).model == "m-1"
    environment = {"J_BASE_URL": "http://127.0.0.1:9", "J_MODEL": "m-2"}
    assert Reached(part, endpoint_of(part.machine, environment)).model == "m-2"
