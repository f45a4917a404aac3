"""Agreement of label sets: the same set, the labels shared, the overlap of pairs, the presence of one class."""

from __future__ import annotations

import numpy as np

from accord.agreement.distances import jaccard_distance, set_overlaps
from accord.agreement.measure import Measure
from accord.agreement.panel import Panel
from accord.agreement.patterns import Ints
from accord.agreement.sums import Floats, Sums, ratio_of_sums
from accord.agreement.unanimous import Unanimous

SETS = frozenset({"labels"})


class ExactSet(Unanimous):
    """The share of items whose raters all chose the same set of labels, agreed empty sets included.

    Formula
    :   items with one distinct set / items with two or more answers.

    Source
    :   Exact match (subset accuracy) between raters.

    Edge cases
    :   Two empty sets agree. A share of 0 or 1 gets a Wilson interval.

    Worked example
    :   {a}, {a} agree; {} and {} agree; {a}, {a, b} do not: 2 / 3.

    >>> import accord
    >>> accord.exact_set([[["a"], ["a"]], [[], []], [["a"], ["a", "b"]]]).__round__(6)
    0.666667
    """

    key = "exact_set"
    kinds = SETS


class PositiveLabel(Measure):
    """How far the chosen labels overlap, without credit for both choosing nothing.

    Formula
    :   2 x shared labels / (labels of one + labels of the other): every pair of an item's raters is compared, counts
        are averaged within the item, summed over items, and only then divided.

    Source
    :   Dice's coefficient of the pooled counts; equals micro-averaged F1 between two raters.

    Edge cases
    :   Two empty sets add 0 to both sums. More raters do not give an item more weight. Undefined (`both_empty`) when
        no rater chose a label.

    Worked example
    :   {a, b} and {b, c}: 2 x 1 / 4 = .5.

    >>> import accord
    >>> accord.positive_label([[["a", "b"], ["b", "c"]], [[], []]])
    0.5
    """

    key = "positive_label"
    kinds = SETS
    share = True

    def sums(self, panel: Panel, multiplicity: Ints) -> Sums:
        size = panel.size
        chosen = panel.label_counts
        shared = (chosen * (chosen - 1)).sum(axis=1) / np.maximum(size * (size - 1), 1)
        columns = np.column_stack([2 * shared, 2 * chosen.sum(axis=1) / np.maximum(size, 1)])
        return Sums(columns, ratio_of_sums, size >= 2, lambda totals: "both_empty")


class Jaccard(Measure):
    """The mean Jaccard overlap of pairs of label sets.

    Formula
    :   shared / union for every pair of an item's raters, averaged within the item, then over items.

    Source
    :   P. Jaccard, 1912; mean pairwise form.

    Edge cases
    :   A pair of two empty sets is left out, and so is an item that has no other pairs. Undefined (`both_empty`) when
        no pair is left.

    Worked example
    :   {} {}: left out; {a} {}: 0; {a, b} {b, c}: 1/3; mean 1/6.

    >>> import accord
    >>> accord.jaccard([[[], []], [["a"], []], [["a", "b"], ["b", "c"]]]).__round__(6)
    0.166667
    """

    key = "jaccard"
    kinds = SETS
    share = True

    def sums(self, panel: Panel, multiplicity: Ints) -> Sums:
        members = panel.members
        assert members is not None
        patterns, sizes = panel.patterns, panel.set_sizes.astype(np.float64)
        same = patterns.count * (patterns.count - 1) / 2
        filled = sizes[patterns.value] > 0
        overlap = patterns.total(same * filled)
        pairs = overlap.copy()
        for pattern, low, high, many in patterns.pairs():
            shared = set_overlaps(members, low, high)
            overlap += np.bincount(
                pattern,
                weights=many * (1 - jaccard_distance(shared, sizes[low], sizes[high])),
                minlength=len(overlap),
            )
            # Two different sets are never both empty.
            pairs += np.bincount(pattern, weights=many, minlength=len(pairs))
        mean = np.where(pairs > 0, overlap / np.maximum(pairs, 1), 0.0)
        counted, compared = panel.size >= 2, pairs > 0
        left_out = int(multiplicity[counted & ~compared].sum())
        details = {"both_empty": left_out} if left_out else {}
        columns = np.column_stack([mean, compared])
        return Sums(columns, ratio_of_sums, counted, lambda totals: "both_empty", details=details)


class Presence(Measure):
    """Nominal alpha of whether one class is present; one row a class (slice `class=X`), never pooled over classes.

    Formula
    :   Krippendorff's alpha of two values, present and absent: 1 - (n - 1) D_o / D_e with
        D_o = sum over items of 2 n_1 n_0 / (m - 1) and D_e = 2 N_1 N_0.

    Source
    :   K. Krippendorff, Content Analysis, 4th ed. 2018, ch. 12.

    Edge cases
    :   Undefined (`no_variation`) for a class that nobody, or everybody, chose throughout. Rare classes carry
        `limited_support`.

    Worked example
    :   Two raters, four images, class chosen by both, one, none, none: alpha .533.

    >>> import accord
    >>> sets = [[["x"], ["x"]], [["x"], []], [[], []], [[], []]]
    >>> accord.presence(sets, "x").__round__(3)
    0.533
    """

    key = "presence"
    kinds = SETS

    def sums(self, panel: Panel, multiplicity: Ints) -> Sums:
        """Of a panel that is cut down to one class."""
        chosen = panel.label_counts[:, 0]
        absent = panel.size - chosen
        apart = 2 * chosen * absent / np.maximum(panel.size - 1, 1)
        return Sums(np.column_stack([apart, chosen, absent]), _alpha_of_two, panel.size >= 2)


def _alpha_of_two(totals: Floats) -> Floats:
    apart, chosen, absent = totals.T
    expected = 2 * chosen * absent
    defined = expected > 0
    return np.where(defined, 1 - (chosen + absent - 1) * apart / np.where(defined, expected, 1.0), np.nan)
