"""How a request ends without a reply. What these say holds no key, and is one short line."""

from __future__ import annotations


class RequestFailed(Exception):
    """No reply was had; the unit stays outstanding, and the next run asks again.

    reason: `timeout`, `connection`, `rate_limited`, `wait_too_long`, `server_error`, `bad_body`, `empty_choices`,
    `bad_request` or `too_large`. tries: how many requests were sent. detail: what happened last.
    """

    def __init__(self, reason: str, tries: int, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason, self.tries, self.detail = reason, tries, detail


class RunStopped(Exception):
    """Nothing more is to be sent for this rater.

    reason: `bad_key`, `unknown_model`, `not_found`, `no_credit`, `bad_certificate` or `circuit_open`; or what
    `Client.stop` was given. detail: what happened and what to do.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason, self.detail = reason, detail
