"""Where machines are reached: variables of the process, then `.env` of the working folder and of the benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from accord.llm.client.dotenv import read_dotenv

FILE = ".env"
URL, KEY = "_BASE_URL", "_API_KEY"


def environment_of(folder: Path, process: Mapping[str, str], here: Path) -> dict[str, str]:
    """The variables that say where machines are. process: those of the process, which come first; here: the working
    folder. Raises InputError where a file cannot be read.

    A benchmark may come from somebody else. Where its own `.env` says the address, only its own key is sent there, also
    where you work in its folder: it cannot have a key of yours sent to an address of its choice.
    """
    is_here = (folder / FILE).resolve() == (here / FILE).resolve()
    own = dict(process) if is_here else {**read_dotenv(here / FILE), **process}
    foreign = read_dotenv(folder / FILE)
    merged = {**foreign, **own}
    for name in foreign:
        if name.endswith(URL) and name not in own:
            key = name.removesuffix(URL) + KEY
            merged[key] = foreign.get(key, "")
    return merged
