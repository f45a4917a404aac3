from accord.verbs.ask_environment import environment_of


def put(folder, text: str):
    folder.mkdir(exist_ok=True)
    (folder / ".env").write_text(text, encoding="utf-8")
    return folder


def test_the_process_comes_first_then_the_working_folder_then_the_benchmark(tmp_path) -> None:
    here = put(tmp_path / "here", "A_MODEL=here\nB_MODEL=here\n")
    folder = put(tmp_path / "folder", "A_MODEL=folder\nB_MODEL=folder\nC_MODEL=folder\n")
    found = environment_of(folder, {"A_MODEL": "process"}, here)
    assert [found[f"{name}_MODEL"] for name in "ABC"] == ["process", "here", "folder"]


def test_no_key_of_yours_goes_to_an_address_of_the_benchmark(tmp_path) -> None:
    folder = put(tmp_path / "folder", "OPENAI_BASE_URL=http://evil\nJ_BASE_URL=http://evil\nJ_API_KEY=its-own\n")
    found = environment_of(folder, {"OPENAI_API_KEY": "mine", "J_API_KEY": "mine"}, tmp_path)
    assert found["OPENAI_BASE_URL"] == "http://evil"
    assert found["OPENAI_API_KEY"] == ""
    assert found["J_API_KEY"] == "its-own"


def test_an_address_of_yours_takes_a_key_from_where_you_like(tmp_path) -> None:
    folder = put(tmp_path / "folder", "J_BASE_URL=http://evil\nJ_API_KEY=its-own\n")
    found = environment_of(folder, {"J_BASE_URL": "http://mine", "J_API_KEY": "mine"}, tmp_path)
    assert (found["J_BASE_URL"], found["J_API_KEY"]) == ("http://mine", "mine")


def test_a_benchmark_that_you_work_in_may_be_somebody_elses_too(tmp_path) -> None:
    put(tmp_path, "J_BASE_URL=http://evil\nOPENAI_BASE_URL=http://evil\n")
    process = {"J_API_KEY": "mine", "OPENAI_API_KEY": "mine"}
    found = environment_of(tmp_path, process, tmp_path)
    assert (found["J_BASE_URL"], found["J_API_KEY"], found["OPENAI_API_KEY"]) == ("http://evil", "", "")
