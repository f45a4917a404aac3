"""LibreOffice without a screen."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path


def converted(office: str, files: Sequence[Path], kind: str, folder: Path, profile: Path) -> list[Path]:
    """Files opened and saved as another kind, such as `xlsx` or `png`, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    options = [f"-env:UserInstallation={profile.as_uri()}", "--headless", "--convert-to", kind]
    command = [office, *options, "--outdir", str(folder), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    written = [folder / f"{file.stem}.{kind.partition(':')[0]}" for file in files]
    assert all(path.is_file() for path in written), f"{done.stdout}{done.stderr}"
    return written


def pages(office: str, file: Path, folder: Path) -> list[Path]:
    """The pages of a file as it prints, as PNG, in their order."""
    (pdf,) = converted(office, [file], "pdf", folder / "pdf", folder / "profile")
    command = ["pdftoppm", "-r", "60", "-png", str(pdf), str(folder / "page")]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return sorted(folder.glob("page*.png"))
