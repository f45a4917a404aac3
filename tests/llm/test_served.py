import pytest

from accord.llm.served import is_version_of, served_findings


@pytest.mark.parametrize(
    ("served", "requested", "same"),
    [
        ("judge-flash", "judge-flash", True),
        ("judge-flash-2026-01-15", "judge-flash", True),
        ("openai/GPT-4.1-mini-2025-04-14", "gpt-4.1-mini", True),
        ("gemini-2.5-pro-preview-05-06", "google/gemini-2.5-pro", True),
        ("model:latest", "model", True),
        ("model@20260101", "model", True),
        ("gpt-4.1-mini", "gpt-4.1", False),
        ("gpt-4.10", "gpt-4.1", False),
        ("other-large", "judge-flash", False),
        ("deepseek-flash", "deepseek-v4-flash", False),
        ("judge", "judge-flash", False),
        ("", "judge", False),
    ],
)
def test_versions(served: str, requested: str, same: bool) -> None:
    assert is_version_of(served, requested) is same


def test_case_api_03() -> None:
    now = {"judge-flash-2026-01-15": 1, "judge-flash-2026-03-02": 1, "other-large": 1}
    other, several = served_findings("j", "judge-flash", (), now)
    assert (other.code, other.count) == ("other_model", 1)
    assert "'other-large'" in other.message
    assert (several.code, several.count) == ("several_models", 3)


def test_a_version_of_an_earlier_run_counts() -> None:
    (finding,) = served_findings("j", "m", ["m-2026-01-01"], {"m-2026-02-02": 5})
    assert finding.code == "several_models"
    assert served_findings("j", "m", ["m-2026-01-01"], {"m-2026-01-01": 5}) == []
    assert served_findings("j", "m", ["m-2026-01-01", "m-2026-02-02"], {}) == []
