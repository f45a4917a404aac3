"""Whether a judge is kinder, or harsher, than people: to all models, to each, and to its own kin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from accord.agreement.design import Design
from accord.agreement.estimate import Estimate
from accord.agreement.reduced import Mask
from accord.agreement.rows import estimate_of
from accord.agreement.settings import Settings
from accord.agreement.sums import Floats, ratio_of_sums
from accord.scoring.answers import FieldAnswers
from accord.scoring.families import Family, are_kin
from accord.scoring.judged import Outputs
from accord.scoring.summed import Score, paired_numbers, unit_rows

BIAS = Score("bias", ratio_of_sums, take=(0, 1))


def _own_less_others(totals: Floats) -> Floats:
    own, others = totals[:, 2:4], totals[:, 4:6] - totals[:, 2:4]
    return ratio_of_sums(own) - ratio_of_sums(others)


KIN_BIAS = Score("kin_bias", _own_less_others, lambda totals: "no_others" if totals[3] > 0 else "no_kin")


def biases(
    field: FieldAnswers,
    outputs: Outputs,
    families: tuple[Sequence[Family], Sequence[Family]],
    design: Design,
    settings: Settings,
) -> list[Estimate]:
    """The bias of every judge (slice `judge=J`) and towards every model (`judge=J,output=M`), and to its own kin.

    `bias`
    :   mean over units of d_i = x_i - (1/m_i) sum_h y_ih: the judge's answer less the mean of the m_i >= 1 people who
        answered the same unit, as numbers (0 and 1 of a binary field, steps of a rating). Above 0 the judge is kinder
        than people. Paired: both answered about the same output.

    `kin_bias`
    :   the mean of d_i over outputs of models of the judge's family less its mean over those of the others. `no_kin` or
        `no_others` where one side is empty.

    families: of the judges and of the models. items: units; raters: the judge and the people behind them. details:
    `kin`, whether a model is of the judge's family. A field of labels without numbers has no bias.
    """
    if field.scale.positions is None:
        return []
    judges, models = families
    size = field.answered.sum(axis=0)
    mean = field.number(field.by_person).sum(axis=0) / np.maximum(size, 1)
    is_output = outputs.model >= 0
    estimates = []
    for judge, codes in zip(judges, field.by_judge, strict=True):
        live = (codes >= 0) & (size > 0)
        kin = np.array([are_kin(judge, other) for other in models], np.bool_)
        own = np.append(kin, False)[outputs.model]
        apart = field.number(codes) - mean
        columns = np.column_stack([apart, np.ones(len(apart)), apart * own, own, apart * is_output, is_output])
        units = unit_rows(columns, live, size + 1, apart != 0)
        slices: list[tuple[Score, dict[str, str], Mask, dict[str, object]]] = [(BIAS, {}, live, {})]
        for at, other in enumerate(models):
            slices.append((BIAS, {"output": other.rater}, outputs.model == at, {"kin": bool(kin[at])}))
        slices += [(KIN_BIAS, {}, live & is_output, {})] if models else []
        for score, where, chosen, details in slices:
            (number,) = paired_numbers([score], units, chosen, design, settings)
            people = int(np.count_nonzero((field.answered & live & chosen).any(axis=1)))
            raters = people + 1 if number.items else 0
            found = estimate_of(number, field.name, score.name, {"judge": judge.rater, **where}, None, raters)
            estimates.append(replace(found, details={**found.details, **details}))
    return estimates
