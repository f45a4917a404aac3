"""How one machine is reached: over its endpoint, or from a recording."""

from __future__ import annotations

from dataclasses import dataclass

from accord.llm.client.client import Client
from accord.llm.client.endpoint import Endpoint
from accord.llm.completion import Completion
from accord.llm.seat import Asker, Question
from accord.verbs.ask_plan import Part


@dataclass(frozen=True, eq=False)
class Reached:
    """A rater of a run and where it is reached. endpoint: None where replies are recorded."""

    part: Part
    endpoint: Endpoint | None
    client: Client | None = None

    @property
    def model(self) -> str:
        """The model that is asked for."""
        machine = self.part.machine
        return machine.model or machine.name if self.endpoint is None else self.endpoint.model


def over(client: Client) -> Asker:
    """Asks over the network."""

    async def answer(question: Question) -> Completion:
        prompt = question.prompt
        return await client.ask(
            prompt.messages,
            schema=prompt.schema,
            max_tokens=question.most,
            seed=question.seed,
            tokens=prompt.tokens,
        )

    return answer
