"""Makes the pictures of docs/images from real workbooks, with LibreOffice and pdftoppm.

Run by hand where the look of workbooks changes; the pictures are part of the repository.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import openpyxl
from PIL import Image, ImageChops

from accord.verbs.demo_workbooks import make_collection
from accord.verbs.export_workbooks import export_workbooks
from accord.verbs.import_workbooks import import_workbooks
from accord.verbs.mark_workbooks import mark_workbooks
from accord.verbs.opened import opened

IMAGES = Path(__file__).parent / "images"
WIDTH = 1200
MARGIN = 12


def pages(file: Path, folder: Path, dots: int) -> list[Path]:
    """The pages of a workbook as they print."""
    profile = (folder / "profile").as_uri()
    office = ["soffice", f"-env:UserInstallation={profile}", "--headless", "--convert-to", "pdf", "--outdir"]
    subprocess.run([*office, str(folder), str(file)], check=True, capture_output=True)  # noqa: S603
    target = folder / file.stem
    pdf = ["pdftoppm", "-r", str(dots), "-png", f"{target}.pdf", str(target)]
    subprocess.run(pdf, check=True, capture_output=True)  # noqa: S603
    return sorted(folder.glob(f"{file.stem}-*.png"))


def trimmed(page: Path) -> Image.Image:
    """A page without its white margins."""
    image = Image.open(page).convert("RGB")
    box = ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox()
    return image if box is None else image.crop(box)


def save(image: Image.Image, name: str) -> None:
    """The picture in few colours, framed in white."""
    scale = WIDTH / image.width
    small = image.resize((WIDTH, round(image.height * scale)), Image.Resampling.LANCZOS)
    framed = Image.new("RGB", (small.width + 2 * MARGIN, small.height + 2 * MARGIN), "white")
    framed.paste(small, (MARGIN, MARGIN))
    framed.quantize(128).save(IMAGES / name, optimize=True)


def main() -> None:
    """Write all pictures."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        museum = folder / "museum"
        make_collection(museum)
        its = opened(museum)
        book = export_workbooks(its, annotators=["ann"]).written[0].path
        sheets = pages(book, folder, 250)
        answers = trimmed(sheets[0])
        save(answers.crop((0, 0, answers.width * 33 // 100, answers.width * 19 // 100)), "workbook.png")
        # The pages of A3 are those of the answers.
        guideline = next(page for page in sheets if Image.open(page).width < Image.open(sheets[0]).width)
        save(trimmed(guideline), "guideline.png")
        returned = folder / "returned.xlsx"
        hand_in(book, returned)
        done = import_workbooks(its, [returned])
        (marked,) = mark_workbooks(done.books, {str(returned): folder / "marked.xlsx"})
        shown = pages(marked, folder, 250)
        listed, red = trimmed(shown[0]), trimmed(shown[1])
        part = red.crop((0, 0, red.width * 33 // 100, red.width * 11 // 100))
        listed = listed.resize((part.width, listed.height * part.width // listed.width), Image.Resampling.LANCZOS)
        both = Image.new("RGB", (part.width, listed.height + part.height + 40), "white")
        both.paste(listed, (0, 0))
        both.paste(part, (0, listed.height + 40))
        save(both, "to-correct.png")


def hand_in(book: Path, target: Path) -> None:
    """A workbook that is filled in but for a few mistakes."""
    workbook = openpyxl.load_workbook(book)
    sheet = workbook["answers"]
    for row in sheet.iter_rows(min_row=2):
        for cell in row:
            if not cell.protection.locked and sheet.cell(1, cell.column).value != "comment":
                cell.value = int((cell.row * 7 + cell.column) % 5 > 0)
    sheet["E3"], sheet["G2"], sheet["I4"], sheet["F3"] = 2, None, "yes", "Silver plate"
    workbook.save(target)


if __name__ == "__main__":
    main()
