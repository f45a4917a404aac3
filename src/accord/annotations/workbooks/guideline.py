"""The guideline of a workbook: what people are asked, in the words of the benchmark, one language at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from accord.annotations.items import SEPARATOR
from accord.annotations.workbooks.headings import MOST_COLUMNS, empty_set
from accord.spec.benchmark import Benchmark
from accord.spec.form import Form
from accord.spec.wording import Label, Wording, base_language, in_language

Style = Literal["title", "heading", "text"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the guideline."""

    style: Style
    text: str


@dataclass(frozen=True, slots=True)
class _Words:
    """What the sheet itself says, in one language."""

    sheet: str
    how: str
    fill: str
    alternatives: str
    blank: str
    closed: str
    alone: str
    answers: str
    mark: str
    lines: str
    any_text: str
    number: str


_WORDS: dict[str, _Words] = {
    "en": _Words(
        "Guideline",
        "How to fill in this workbook",
        "Fill in the yellow cells, each with one of the answers listed below. A cell that is filled in turns white.",
        f"A reference may hold several alternatives, separated by {SEPARATOR}.",
        "A hatched cell stays empty: there is nothing to judge in it.",
        "All other cells are locked. Rows may be filtered, hidden and made taller; nothing may be moved or merged.",
        "Work alone until everybody has handed in.",
        "Answers",
        "put x in the column of each that holds",
        "one a line, as many as hold",
        "any text; may stay empty",
        "a number",
    ),
    "zh": _Words(
        "标注说明",
        "如何填写本工作簿",
        "请填写黄色单元格，每格只填下列答案之一。填好后单元格变为白色。",
        f"参考答案可以有多个，以 {SEPARATOR} 分隔。",
        "带斜线的单元格请留空：该处无须判断。",
        "其余单元格均已锁定。可以筛选、隐藏行或调整行高；请勿移动或合并单元格。",
        "在所有人交回之前请独立完成。",
        "可填答案",
        "在每个符合的选项列中填 x",
        "每行一个，可填多个",
        "任意文字，可留空",
        "一个数字",
    ),
    "fr": _Words(
        "Consignes",
        "Comment remplir ce classeur",
        "Remplissez les cellules jaunes avec l'une des réponses ci-dessous. Une cellule remplie devient blanche.",
        f"Une référence peut comporter plusieurs variantes, séparées par {SEPARATOR}.",
        "Une cellule hachurée reste vide : il n'y a rien à juger.",
        "Les autres cellules sont verrouillées. Filtrez, masquez ou agrandissez les lignes ; ne déplacez et ne "
        "fusionnez rien.",
        "Travaillez seul jusqu'à ce que tous aient rendu leur fichier.",
        "Réponses",
        "mettez x dans la colonne de chacune qui convient",
        "une par ligne, autant qu'il convient",
        "texte libre, facultatif",
        "un nombre",
    ),
    "de": _Words(
        "Anleitung",
        "So wird die Mappe ausgefüllt",
        "Füllen Sie die gelben Zellen mit je einer der Antworten unten aus. Eine ausgefüllte Zelle wird weiß.",
        f"Eine Referenz kann mehrere Möglichkeiten enthalten, getrennt durch {SEPARATOR}.",
        "Eine schraffierte Zelle bleibt leer: Dort ist nichts zu beurteilen.",
        "Alle anderen Zellen sind gesperrt. Zeilen dürfen gefiltert, ausgeblendet und höher gemacht werden; nichts "
        "darf verschoben oder verbunden werden.",
        "Arbeiten Sie allein, bis alle abgegeben haben.",
        "Antworten",
        "ein x in die Spalte jeder, die zutrifft",
        "eine je Zeile, alle, die zutreffen",
        "beliebiger Text; darf leer bleiben",
        "eine Zahl",
    ),
    "es": _Words(
        "Instrucciones",
        "Cómo rellenar este libro",
        "Rellene las celdas amarillas con una de las respuestas de abajo. Una celda rellena se vuelve blanca.",
        f"Una referencia puede tener varias alternativas, separadas por {SEPARATOR}.",
        "Una celda rayada queda vacía: no hay nada que juzgar en ella.",
        "Las demás celdas están bloqueadas. Puede filtrar, ocultar y agrandar filas; no mueva ni combine nada.",
        "Trabaje por su cuenta hasta que todos hayan entregado.",
        "Respuestas",
        "ponga x en la columna de cada una que corresponda",
        "una por línea, todas las que correspondan",
        "texto libre; puede quedar vacío",
        "un número",
    ),
}
"""By language; English stands in for others."""


def sheet_title(language: str) -> str:
    """The title of the guideline's sheet."""
    return f"{_words(language).sheet} {language}"


def guideline(benchmark: Benchmark, language: str) -> list[Line]:
    """The lines of one language. Texts that the benchmark does not have in it stand in its first language."""
    words = _words(language)
    document = benchmark.document
    main = document.languages[0]

    def said(wording: Wording | None) -> str | None:
        return in_language(wording, language) or in_language(wording, main)

    lines = [Line("title", said(document.title) or document.name)]
    lines += _texts(said(document.description))
    lines += _texts(said(document.guideline))
    lines += [Line("heading", words.how), Line("text", words.fill)]
    about_outputs = bool(benchmark.asked("human", about_output=True))
    lines += [Line("text", words.alternatives)] if about_outputs else []
    lines += [Line("text", text) for text in (words.blank, words.closed, words.alone)]
    for about in (True, False):
        for name in benchmark.asked("human", about_output=about):
            form = benchmark.forms[name]
            if form.in_cells:
                lines.append(Line("heading", name))
                lines += _texts(said(form.question))
                lines += _texts(said(form.help))
                lines.append(Line("text", f"{words.answers}: {_answers(form, words, language, main)}"))
                lines += _meanings(form, language, main)
    return lines


def _words(language: str) -> _Words:
    """The words of a language; those of `zh` also for `zh-Hant-TW`."""
    return _WORDS.get(base_language(language), _WORDS["en"])


def _texts(text: str | None) -> Iterator[Line]:
    for line in (text or "").splitlines():
        if line.strip():
            yield Line("text", line.strip())


def _answers(form: Form, words: _Words, language: str, main: str) -> str:
    labels = form.choices()
    if not labels:
        typed = words.any_text if form.optional else words.number
        return " · ".join([typed, *(_name(label, language, main) for label in form.abstain)])
    offered = (*labels, *empty_set(form)) if form.several else labels
    picked = " · ".join(_name(label, language, main) for label in offered)
    if not form.several:
        return picked
    return f"{picked} ({words.mark if len(labels) <= MOST_COLUMNS else words.lines})"


def _name(label: Label, language: str, main: str) -> str:
    """What a label is called in the sheet, and in this language beside it where that differs."""
    own, there = label.shown(language), label.shown(main)
    return there if own in (there, label.id) else f"{there} ({own})"


def _meanings(form: Form, language: str, main: str) -> Iterator[Line]:
    for label in form.choices():
        meaning = in_language(label.help, language) or in_language(label.help, main)
        if meaning:
            yield Line("text", f"• {_name(label, language, main)}: {meaning}")
