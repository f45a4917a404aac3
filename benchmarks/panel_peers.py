"""Other ways of sending the requests of a panel of judges: `python panel_peers.py SIDE URL BODIES CONCURRENCY`.

BODIES is a file with the body of one request a line. Prints one line of JSON: how many replies came, and the seconds
from the first request to the last reply, imports and reading of the file left out.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any


def aiohttp_loop(url: str, bodies: list[dict[str, Any]], concurrency: int) -> dict[str, Any]:
    """Workers that post and parse, with nothing kept: what this machine can do at all."""
    import aiohttp

    async def run() -> dict[str, Any]:
        connector = aiohttp.TCPConnector(limit=concurrency)
        async with aiohttp.ClientSession(connector=connector) as session:

            async def ask(body: dict[str, Any]) -> str | None:
                async with session.post(f"{url}/chat/completions", json=body) as response:
                    return (await response.json())["choices"][0]["message"]["content"]

            return await _timed(ask, bodies, concurrency)

    return asyncio.run(run())


def openai_client(url: str, bodies: list[dict[str, Any]], concurrency: int, http: Any = None) -> dict[str, Any]:
    """The client of the openai package, with the transport that it comes with or another one."""
    from openai import AsyncOpenAI

    async def run() -> dict[str, Any]:
        async with AsyncOpenAI(base_url=url, api_key="none", http_client=http and http()) as client:

            async def ask(body: dict[str, Any]) -> str | None:
                completion = await client.chat.completions.create(**body)
                return completion.choices[0].message.content

            return await _timed(ask, bodies, concurrency)

    return asyncio.run(run())


def openai_over_aiohttp(url: str, bodies: list[dict[str, Any]], concurrency: int) -> dict[str, Any]:
    """The client of the openai package with its aiohttp transport."""
    from openai import DefaultAioHttpClient

    return openai_client(url, bodies, concurrency, DefaultAioHttpClient)


def inspect_task(url: str, bodies: list[dict[str, Any]], concurrency: int, **options: Any) -> dict[str, Any]:
    """One inspect-ai task with the same messages and a scorer that costs nothing; its log is written, as accord's is.

    The messages of all judges are samples of one task. options: of its `eval`.
    """
    from inspect_ai import Task, eval
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser, GenerateConfig, ResponseSchema, get_model
    from inspect_ai.scorer import Score, Target, mean, scorer
    from inspect_ai.solver import TaskState, generate

    roles = {"system": ChatMessageSystem, "user": ChatMessageUser}

    @scorer(metrics=[mean()])
    def replied() -> Callable[[TaskState, Target], Awaitable[Score]]:
        async def score(state: TaskState, target: Target) -> Score:
            return Score(value=bool(state.output.completion))

        return score

    samples = [
        Sample(id=number, input=[roles[each["role"]](content=each["content"]) for each in body["messages"]])
        for number, body in enumerate(bodies)
    ]
    first = bodies[0]
    asked = first.get("response_format", {}).get("json_schema")
    config = GenerateConfig(
        temperature=first.get("temperature"),
        top_p=first.get("top_p"),
        seed=first.get("seed"),
        max_tokens=first.get("max_tokens"),
        response_schema=ResponseSchema(name=asked["name"], json_schema=asked["schema"]) if asked else None,
        max_connections=concurrency,
    )
    model = get_model(f"openai-api/stub/{first['model']}", base_url=url, api_key="none", config=config)
    task = Task(dataset=MemoryDataset(samples), solver=generate(), scorer=replied())
    with tempfile.TemporaryDirectory() as logs:
        begin = perf_counter()
        (log,) = eval(task, model=model, max_samples=concurrency, display="none", log_dir=logs, **options)
        seconds = perf_counter() - begin
    assert log.status == "success", log.error
    return {"replies": log.results.completed_samples, "seconds": seconds}


def inspect_without_realtime_log(url: str, bodies: list[dict[str, Any]], concurrency: int) -> dict[str, Any]:
    """The same without the log that is kept up to date while it runs, which was the quickest way found to call it."""
    return inspect_task(url, bodies, concurrency, log_realtime=False)


async def _timed(
    ask: Callable[[dict[str, Any]], Awaitable[str | None]], bodies: list[dict[str, Any]], concurrency: int
) -> dict[str, Any]:
    """All bodies asked by so many workers."""
    left: Iterator[dict[str, Any]] = iter(bodies)
    replies = 0

    async def work() -> None:
        nonlocal replies
        for body in left:
            text = await ask(body)
            replies += text is not None

    begin = perf_counter()
    await asyncio.gather(*(work() for _ in range(concurrency)))
    return {"replies": replies, "seconds": perf_counter() - begin}


SIDES = {
    "bare aiohttp loop": aiohttp_loop,
    "openai client": openai_client,
    "openai client over aiohttp": openai_over_aiohttp,
    "inspect-ai": inspect_task,
    "inspect-ai, log_realtime off": inspect_without_realtime_log,
}


def main() -> None:
    side, url, file, concurrency = sys.argv[1:]
    bodies = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
    # No side may look anywhere else for an endpoint or a proxy.
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        del os.environ[name]
    print(json.dumps(SIDES[side](url, bodies, int(concurrency))))


if __name__ == "__main__":
    main()
