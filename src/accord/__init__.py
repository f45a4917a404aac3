"""Build, audit and run benchmarks whose truth comes from several raters."""

from importlib.metadata import version as _version

from accord.agreement.difference import Difference, Term
from accord.agreement.estimate import Estimate
from accord.agreement.result import Agreement
from accord.errors import AccordError, CheckFailed, InputError, MissingExtra, UsageError
from accord.findings import Finding
from accord.scoring.result import Scores
from accord.spec.benchmark import Benchmark
from accord.spec.fields import Binary, Boxes, Choice, Labels, Number, Rating, Text
from accord.verbs.agree import agree
from accord.verbs.folder import Folder, open
from accord.verbs.plain import (
    all_agree,
    alpha,
    cohen,
    exact_set,
    fleiss,
    gwet,
    instance_f1,
    jaccard,
    mean_pairwise,
    pairwise,
    positive_label,
    presence,
    prevalence,
    specific,
    within,
)

__version__ = _version("accord")

__all__ = [
    "AccordError",
    "Agreement",
    "Benchmark",
    "Binary",
    "Boxes",
    "CheckFailed",
    "Choice",
    "Difference",
    "Estimate",
    "Finding",
    "Folder",
    "InputError",
    "Labels",
    "MissingExtra",
    "Number",
    "Rating",
    "Scores",
    "Term",
    "Text",
    "UsageError",
    "__version__",
    "agree",
    "all_agree",
    "alpha",
    "cohen",
    "exact_set",
    "fleiss",
    "gwet",
    "instance_f1",
    "jaccard",
    "mean_pairwise",
    "open",
    "pairwise",
    "positive_label",
    "presence",
    "prevalence",
    "specific",
    "within",
]
