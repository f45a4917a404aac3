"""What a run would ask, without asking: requests, tokens, cost, and one whole prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from accord.errors import UsageError
from accord.findings import Finding, visible
from accord.llm.client.endpoint import endpoint_of
from accord.verbs.ask_plan import Estimate, Part, estimate, plan
from accord.verbs.ask_wish import Wish
from accord.verbs.opened import Opened

SCHEMA = "accord.dry_run/1"


@dataclass(frozen=True)
class DryRun:
    """A run that was not made. parts, estimates: one for each rater; endpoints: the address that it would be asked at
    and the model, None where that is not known.
    """

    parts: tuple[Part, ...]
    estimates: tuple[Estimate, ...]
    endpoints: tuple[tuple[str, str] | None, ...]
    findings: tuple[Finding, ...]

    def to_dict(self) -> dict[str, Any]:
        """The whole as plain values for JSON."""
        return {
            "schema": SCHEMA,
            "accord": version("accord"),
            "raters": [
                {
                    "name": part.machine.name,
                    "role": part.machine.role,
                    "endpoint": None if endpoint is None else endpoint[0],
                    "model": part.machine.model if endpoint is None else endpoint[1],
                    "units": {"all": len(part.all), "planned": len(part.units), "left": part.left},
                    "requests": guess.requests,
                    "tokens": {"input": guess.input_tokens, "output_at_most": guess.output_tokens},
                    "cost_usd_at_most": guess.cost,
                    "template_digest": part.prompter.template,
                    "prompt": None if guess.first is None else {"messages": guess.first.messages},
                    "schema": None if guess.first is None else guess.first.schema,
                }
                for part, guess, endpoint in zip(self.parts, self.estimates, self.endpoints, strict=True)
            ],
            "findings": [finding.to_dict() for finding in self.findings],
        }


def dry_run(folder: Opened, wish: Wish, environment: Mapping[str, str]) -> DryRun:
    """What a run would ask. A rater whose endpoint is not known is a finding. Raises UsageError and InputError."""
    parts = plan(folder, wish)
    findings = [finding for part in parts for finding in part.findings]
    endpoints: list[tuple[str, str] | None] = []
    for part in parts:
        try:
            endpoint = endpoint_of(part.machine, environment)
        except UsageError as error:
            endpoints.append(None)
            if wish.replay is None:
                where = f"rater {visible(part.machine.name)}"
                message = str(error).removeprefix(f"{part.machine.name}: ")
                findings.append(Finding("no_endpoint", "warning", where, message))
        else:
            endpoints.append((endpoint.shown, endpoint.model))
    return DryRun(tuple(parts), tuple(map(estimate, parts)), tuple(endpoints), tuple(findings))
