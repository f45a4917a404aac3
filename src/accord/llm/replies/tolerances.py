"""Everything that a reply is forgiven, and every reason why one cannot be read."""

from __future__ import annotations

TOLERANCES: dict[str, str] = {
    "code_fence": "The answer stood in a code fence (```).",
    "reasoning_block": "A closed block of reasoning (<think>...</think>, or its closing tag alone) was left out.",
    "prose": "There was text around the answer.",
    "from_reasoning": "The reply was empty, and its reasoning was read in its place (`accept: [reasoning]`).",
    "finish_length": "The reply was cut at the token limit, but only after the object was complete.",
    "python_literal": "The object was a Python literal: single quotes, True, False, None.",
    "trailing_comma": "A comma stood before a closing bracket.",
    "control_characters": "A text held a line end or another control character that JSON wants escaped.",
    "half_character": "A text held half of a character pair, or a NUL; each became a question mark.",
    "duplicate_key": "A key was written twice with the same value.",
    "several_objects": "Several objects answered the form without contradicting each other.",
    "wrapper": "The object was inside another one, or alone in an array.",
    "key_case": "A key differed in case, white space, hyphens or underscores.",
    "unknown_key": "There were keys that are no field; they were ignored.",
    "missing_field": "A field was left out of the object, or of the end of the line; it is missing.",
    "null_value": "A field was null; it is missing.",
    "empty_value": "A field was blank; it is missing.",
    "value_form": "A label differed in case, white space, width or number form.",
    "label_punctuation": "A label had punctuation at its end.",
    "label_accents": "A label lacked accents, or had others, and only one label is left without them.",
    "boolean": "true or false was read as the positive or negative label (`accept: [booleans]`).",
    "yes_no": "yes or no was read as the positive or negative label (`accept: [yes_no]`).",
    "split_semicolon": "Labels of a set were joined by semicolons, which is not its separator.",
    "split_bar": "Labels of a set were joined by |.",
    "split_comma": "Labels of a set were joined by commas.",
    "array_in_text": "The labels of a set were a JSON array inside a text.",
    "abstention_beside_label": "An abstention stood beside a label of a set; it was left out.",
    "value_as_text": "A field of free text was given as a number or another value; its JSON text was kept.",
    "joined_list": "A field of free text was given as a list; its texts were joined by ` || `.",
    "header_line": "The line of names stood above the line of values.",
    "rejoined_comma": "A label that holds a comma was not quoted; its parts were put together again.",
    "rejoined_set": "Labels of a set were written as columns of their own and put together again.",
    "repeated_abstention": "An abstention stood more often than there are fields for it, and nothing else was there.",
    "leading_cell": "A value stood before the first field, such as the name of the picture.",
    "comment_commas": "The comment at the end held commas and was not quoted.",
    "trailing_delimiters": "Empty columns stood after the last field.",
    "semicolon_delimiter": "The line was separated by semicolons.",
    "wide_comma": "The line was separated by full-width commas (U+FF0C).",
}
"""Code -> what was forgiven. Each is counted for every reply in which it occurs."""

REASONS: dict[str, str] = {
    "refused": "The model refused to answer.",
    "content_filter": "A filter of the service held the reply back.",
    "empty_content": "There is no text.",
    "truncated": "The reply ends before the answer does.",
    "truncated_in_reasoning": "The reply ends inside the reasoning.",
    "unclosed_reasoning": "A block of reasoning was opened and not closed, so nothing is known to be the answer.",
    "too_long": "The reply is longer than is read.",
    "too_deep": "The brackets are nested deeper than is read.",
    "no_object": "There is no JSON object.",
    "bad_syntax": "What looks like an object cannot be read as JSON, nor as a Python literal.",
    "no_answer": "There is an object or a line, but it answers no field.",
    "contradictory": "Two objects, or two keys, answer a field differently.",
    "bad_boxes": "A box is none, and the benchmark refuses answers with such boxes.",
    "not_as_asked": "The rater is strict, and the reply could only be read with a tolerance.",
    "several_rows": "There are several lines of values where one was asked.",
    "wrong_width": "The line has fewer or more columns than were asked, and the labels do not say which is which.",
    "misaligned": "The line has the right number of columns, but labels stand in columns of other fields.",
    "unclosed_quote": "A quote is opened and not closed.",
    "text_after_quote": "Text follows a closing quote.",
}
"""Code -> why a reply is invalid."""

STATED = frozenset({"missing_field", "null_value", "empty_value", "value_form", "abstention_beside_label"})
"""Codes that a strict rater may have: nothing was repaired, the states of the answers say it."""
