"""What is looked for in a benchmark's folder: one file a check, one line here."""

from __future__ import annotations

from collections.abc import Callable

from accord.annotations.checks.alike_raters import alike_raters
from accord.annotations.checks.assignments import assignments
from accord.annotations.checks.bad_boxes import bad_boxes
from accord.annotations.checks.beside_label import beside_label
from accord.annotations.checks.blank_columns import blank_columns
from accord.annotations.checks.contradictions import contradictions
from accord.annotations.checks.copied_answers import copied_answers
from accord.annotations.checks.copied_comments import copied_comments
from accord.annotations.checks.copied_file import copied_file
from accord.annotations.checks.equal_times import equal_times
from accord.annotations.checks.identical_raters import identical_raters
from accord.annotations.checks.item_states import item_states
from accord.annotations.checks.judged_outputs import judged_outputs
from accord.annotations.checks.not_asked import not_asked
from accord.annotations.checks.off_label import off_label
from accord.annotations.checks.outside_boxes import outside_boxes
from accord.annotations.checks.pictures import pictures
from accord.annotations.checks.raters_per_item import raters_per_item
from accord.annotations.checks.repeats import repeats
from accord.annotations.checks.same_picture import same_picture
from accord.annotations.checks.slice_names import slice_names
from accord.annotations.checks.speed import speed
from accord.annotations.checks.straight_lines import straight_lines
from accord.annotations.checks.unknown_items import unknown_items
from accord.annotations.contents.contents import Contents
from accord.findings import Finding

Check = Callable[[Contents], list[Finding]]

CHECKS: tuple[Check, ...] = (
    slice_names,
    blank_columns,
    item_states,
    pictures,
    same_picture,
    unknown_items,
    judged_outputs,
    alike_raters,
    repeats,
    not_asked,
    off_label,
    beside_label,
    bad_boxes,
    outside_boxes,
    contradictions,
    raters_per_item,
    assignments,
    identical_raters,
    copied_answers,
    copied_comments,
    copied_file,
    equal_times,
    straight_lines,
    speed,
)
"""Every check, in the order in which findings of one severity are listed."""
