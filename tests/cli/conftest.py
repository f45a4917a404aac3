"""Runs a command in this process; makes the tables that it is given."""

from __future__ import annotations

import json
import sys

import pytest

from accord.cli.main import main

GOOD = "item,rater,score,label\na,ann,1,x\na,bob,2,x\nb,ann,5,y\nb,bob,5,z\n"


@pytest.fixture
def run(capsys, monkeypatch):
    """`run("agree", ...)`: exit code, standard output, standard error."""

    def command(*arguments):
        monkeypatch.setattr(sys, "argv", ["accord", *map(str, arguments)])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code
        streams = capsys.readouterr()
        return code, streams.out, streams.err

    return command


@pytest.fixture
def refused(run):
    """Standard error of a command that must end with 2 and say nothing else."""

    def command(*arguments):
        code, out, err = run("agree", *arguments)
        assert (code, out) == (2, ""), err
        assert err.startswith("error: ")
        assert "Traceback" not in err
        assert "internal error" not in err
        return err

    return command


@pytest.fixture
def result(run):
    """The JSON document of a command that must end with 0."""

    def command(*arguments):
        code, out, err = run("agree", *arguments, "--json")
        assert code == 0, err
        assert "Traceback" not in err
        return json.loads(out)

    return command


@pytest.fixture
def file(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def good(file):
    return file("good.csv", GOOD)
