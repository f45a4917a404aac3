"""Labels given flat or in domains (a domain holds classes)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from accord.errors import UsageError
from accord.spec.field import declared


def flat(
    labels: Iterable[object] | Mapping[str, Iterable[object]] | None, what: str
) -> tuple[tuple[str, ...] | None, dict[str, tuple[int, ...]]]:
    """All labels in one tuple, and the label indexes of every domain.

    >>> flat({"road": ["pothole", "crack"], "air": ["smoke"]}, "labels")
    (('pothole', 'crack', 'smoke'), {'road': (0, 1), 'air': (2,)})
    """
    if labels is None:
        return None, {}
    if not isinstance(labels, Mapping):
        return declared(labels, what), {}
    lone = [domain for domain, classes in labels.items() if isinstance(classes, str)]
    if lone:
        raise UsageError(f"{what}: give domain {lone[0]!r} a list of classes, not one text")
    groups = {str(domain): tuple(classes) for domain, classes in labels.items()}
    empty = [domain for domain, classes in groups.items() if not classes]
    if empty:
        raise UsageError(f"{what}: domain {empty[0]!r} has no classes")
    names = declared((name for classes in groups.values() for name in classes), what)
    domains, start = {}, 0
    for domain, classes in groups.items():
        domains[domain] = tuple(range(start, start + len(classes)))
        start += len(classes)
    return names, domains
