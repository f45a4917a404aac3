"""Every measure: one file a family, one line here."""

from accord.agreement.measure import Measure
from accord.agreement.measures.alpha import Alpha
from accord.agreement.measures.boxes import InstanceF1
from accord.agreement.measures.cohen import Cohen
from accord.agreement.measures.fleiss import Fleiss
from accord.agreement.measures.gwet import Gwet
from accord.agreement.measures.pairwise import Pairwise
from accord.agreement.measures.raw import AllAgree, MeanPairwise, Prevalence, Specific, Within
from accord.agreement.measures.sets import ExactSet, Jaccard, PositiveLabel, Presence

MEASURES: dict[str, type[Measure]] = {
    measure.key: measure
    for measure in (
        Alpha,
        Fleiss,
        Cohen,
        Gwet,
        AllAgree,
        MeanPairwise,
        Pairwise,
        Within,
        Specific,
        Prevalence,
        ExactSet,
        PositiveLabel,
        Jaccard,
        Presence,
        InstanceF1,
    )
}
"""Every measure by its base name, in the order of the documentation."""

__all__ = ["MEASURES"]
