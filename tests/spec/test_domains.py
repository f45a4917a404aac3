"""Labels given flat or in domains."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import UsageError
from accord.spec.domains import flat


def test_undeclared_labels_have_no_domains() -> None:
    assert flat(None, "labels") == (None, {})


def test_a_flat_list_has_no_domains() -> None:
    assert flat(["b", 1, True], "labels") == (("b", "1", "true"), {})
    assert flat((name for name in "ab"), "labels") == (("a", "b"), {})


def test_domains_keep_their_order_and_point_into_the_labels() -> None:
    labels, domains = flat({"z": ["c", "a"], 7: (name for name in ["b"])}, "labels")  # type: ignore[dict-item]
    assert labels == ("c", "a", "b")
    assert domains == {"z": (0, 1), "7": (2,)}
    assert list(domains) == ["z", "7"]


@given(st.dictionaries(st.text("ab", min_size=1), st.integers(1, 4), max_size=5))
def test_every_label_lies_in_exactly_one_domain(sizes: dict[str, int]) -> None:
    given = {name: [f"{name}{at}" for at in range(1, size + 1)] for name, size in sizes.items()}
    labels, domains = flat(given, "labels")
    assert labels is not None
    assert sorted(at for inside in domains.values() for at in inside) == list(range(len(labels)))
    assert {name: [labels[at] for at in inside] for name, inside in domains.items()} == given


def test_a_domain_without_classes_is_refused_by_name() -> None:
    with pytest.raises(UsageError, match="boxes: domain 'air' has no classes"):
        flat({"road": ["a"], "air": []}, "boxes")


def test_a_class_in_two_domains_is_refused() -> None:
    with pytest.raises(UsageError, match="'a' and 'a ' are the same label"):
        flat({"road": ["a"], "air": ["a "]}, "labels")


@pytest.mark.parametrize("classes", [["a", ""], [" "]])
def test_a_blank_class_is_refused(classes: list[str]) -> None:
    with pytest.raises(UsageError, match="a label is blank"):
        flat({"road": classes}, "labels")


@pytest.mark.parametrize("labels", ["smoke", {"air": "smoke"}])
def test_one_text_where_a_list_belongs_is_refused(labels: object) -> None:
    with pytest.raises(UsageError):
        flat(labels, "labels")  # type: ignore[arg-type]
