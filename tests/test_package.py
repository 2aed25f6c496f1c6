"""What pyproject.toml says is true, and what is installed from it works far away from this folder."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from functools import cache
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import httpx
import pytest
from command_line import completed, serving
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import playground
from playground.cli import added_commands
from workshop.requirements import ranges

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).with_name("uv")
APP, EXTRAS = ranges(ROOT)


def names_of(requirements):
    return {canonicalize_name(Requirement(each).name) for each in requirements}


@cache
def parsed(folder):
    """The nodes of each source in it."""
    sources = (ROOT / folder).rglob("*.py")
    return {source: [*ast.walk(ast.parse(source.read_text(encoding="utf-8")))] for source in sources}


def test_every_package_that_is_imported_is_declared_and_the_other_way_round():
    nodes = [*ast.walk(ast.parse((ROOT / "app.py").read_text())), *chain(*parsed("playground").values())]
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    names = {name.partition(".")[0] for name in imported} - sys.stdlib_module_names - {"playground"}
    distributions = packages_distributions() | {"ray": ["ray"]}  # which has an environment of its own
    found = {canonicalize_name(distributions[name][0]) for name in names}
    others = {"itsdangerous", "kaleido", "s3fs"}  # starlette, plotly and fsspec import these
    beneath = {"fastapi", "orjson", "python-multipart"}  # which Gradio brings, and the guard leans on
    needed, optional = names_of(APP), names_of(one for extra in EXTRAS.values() for one in extra)
    assert needed <= found | others | beneath
    assert found | others <= needed | optional, "a plugin that is not here leaves what only it would need"


@pytest.mark.parametrize(
    ("pin", "wanted"),
    [
        ("h11==0.16.0", "h11>=0.16,<1"),
        ("fsspec==2026.9.0", "fsspec>=2026.9"),
        ("transformers==5.23.1", "transformers>=5.23,<5.40"),
        ("ray[serve]==2.60.0", "ray[serve]>=2.60,<3"),
    ],
)
def test_a_range_goes_from_the_version_of_the_tests_to_the_next_that_may_break(tmp_path, pin, wanted):
    (tmp_path / "requirements.txt").write_text(f"# A comment.\n{pin}\n")
    for file in ("requirements-dev.txt", "requirements-serve.txt"):
        (tmp_path / file).write_text("-r requirements.txt\n\n")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with pytest.raises(KeyError, match="anywidget"):
        ranges(tmp_path)
    extras = f'extras = {{ more = ["{pin.partition("==")[0]}"] }}'
    table = "tool.hatch.metadata.hooks.custom"
    (tmp_path / "pyproject.toml").write_text(f'[{table}]\nbelow = {{ transformers = "5.40" }}\n{extras}\n')
    assert ranges(tmp_path) == ([wanted], {"more": [wanted]})


def test_the_package_imports_nothing_of_the_workshop():
    """It asks for it by name, in one place."""
    texts = {source: source.read_text("utf-8") for source in parsed("playground")}
    assert not [path for path, text in texts.items() if re.search(r"^ *(?:from|import) workshop\b", text, re.M)]
    assert [path.name for path, text in texts.items() if '"workshop.' in text] == ["workshop.py"]


def test_every_text_has_its_encoding():
    """Ruff knows only some paths as such."""
    for source, nodes in (parsed("playground") | parsed("workshop")).items():
        for node in nodes:
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("read_text", "write_text"):
                assert "encoding" in {keyword.arg for keyword in node.keywords}, f"{source}, line {node.lineno}"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [UV, "build", "--wheel", "--quiet", "--offline", "--no-build-isolation", "--python", sys.executable]
    subprocess.run([*command, "--out-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """An environment with the wheel, which sees this one's packages: where its commands are, and the package."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder)
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)}, scheme="venv")
    packages = Path(paths["purelib"])
    (packages / "these.pth").write_text(sysconfig.get_path("purelib") + "\n")
    command = [UV, "pip", "install", "--python", folder, "--quiet", "--no-deps", "--offline"]
    subprocess.run([*command, wheel], check=True)
    return Path(paths["scripts"]), packages / "playground"


def sources(folder):
    return {path.relative_to(folder) for path in folder.rglob("*") if "__pycache__" not in path.parts}


def test_the_wheel_is_small_and_holds_the_package_and_what_it_serves(wheel):
    assert wheel.stat().st_size <= 25e6
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"playground"}
    python = {f"playground/{path.relative_to(ROOT / 'playground')}" for path in (ROOT / "playground").rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == python
    assets = [name.removeprefix("playground/assets/") for name in names if name.startswith("playground/assets/")]
    assert {"dist/main.js", "css/player.css", "model/model.safetensors", "recorded/index.json"} <= set(assets)
    assert {"vendor/plotly-basic.min.js", "dist/plugins-films-studio.js", "recorded/lily.light"} <= set(assets)
    assert {"runtime/ort-wasm-simd-threaded.wasm", "runtime/LICENSE.txt"} <= set(assets)
    assert "playground/py.typed" in names
    assert [name for name in assets if re.search(r"test|^figures/.*\.svg$|^readme", name)] == []


def test_the_wheel_asks_for_these_ranges(wheel):
    with zipfile.ZipFile(wheel) as packed:
        (name,) = [name for name in packed.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = packed.read(name).decode()
    assert f"\nVersion: {playground.__version__}\n" in metadata
    asked_for = {Requirement(line) for line in re.findall("^Requires-Dist: (.*)$", metadata, re.M)}
    extras = (f"{each}; extra == '{extra}'" for extra, needed in EXTRAS.items() for each in needed)
    assert asked_for == {*map(Requirement, chain(APP, extras))}


def test_what_others_made_is_named_and_its_licence_is_in_the_wheel(wheel):
    table = (ROOT / "assets/vendor/README.md").read_text()
    rows = re.findall(r"^\| `([\w.-]+)`.*`([\w-]+-LICENSE\.txt)` \|$", table, re.M)
    assert {file for file, _ in rows} == {path.name for path in (ROOT / "assets/vendor").glob("*.js")}
    names = zipfile.ZipFile(wheel).namelist()
    licences = {name.rpartition("/")[2] for name in names if ".dist-info/licenses/" in name}
    packages = json.loads((ROOT / "package.json").read_text())["dependencies"]
    bundled = {f"{name.removeprefix('@').replace('/', '-')}-LICENSE.txt" for name in packages}
    assert licences == {"LICENSE", *bundled, *(licence for _, licence in rows)}


def test_an_upload_to_the_index_is_one_command(wheel):
    command = [UV, "publish", "--dry-run", "--trusted-publishing", "never"]
    environment = {**os.environ, "UV_PUBLISH_TOKEN": "none"}
    done = subprocess.run([*command, wheel], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and f"Checking {wheel.name}" in done.stderr, done.stderr


@pytest.mark.thorough
def test_the_source_that_is_uploaded_builds_the_same_wheel(wheel, tmp_path):
    command = [UV, "build", "--offline", "--no-build-isolation"]
    subprocess.run([*command, "--python", sys.executable, "--out-dir", tmp_path, ROOT], check=True, capture_output=True)
    (again,) = tmp_path.glob("*.whl")
    assert len([*tmp_path.glob("*.tar.gz")]) == 1
    first, second = ({info.filename: info.CRC for info in zipfile.ZipFile(path).infolist()} for path in (wheel, again))
    assert first == second


def test_the_installed_command_generates(installed, tmp_path):
    command = installed[0] / "text-diffusion-playground"
    story = completed(command, "generate", "Write a story about Lily and a fox.", "--seed", "7", cwd=tmp_path).stdout
    assert "Lily" in story and "fox" in story


@pytest.mark.thorough
def test_what_is_installed_runs_a_command_a_study_a_notebook_and_the_page(installed, tmp_path):
    commands, _ = installed
    shown = completed(commands / "python", ROOT / "tests" / "installed.py", cwd=tmp_path).stdout
    assert shown.splitlines() == ["the command works", "a study works", "a notebook works", "the page works"]


def test_the_installed_command_writes_the_playground_without_node(installed, tmp_path, monkeypatch):
    commands, package = installed
    if "site" not in added_commands():
        pytest.skip("no plugin has the command `site`")
    monkeypatch.setenv("PATH", str(commands))
    assert shutil.which("node") is None
    done = completed(commands / "text-diffusion-playground", "site", "OUT", cwd=tmp_path)
    assert "the playground, 13 runs" in done.stdout
    (runtime,) = (tmp_path / "OUT").glob("playground/*/runtime/ort-wasm-simd-threaded.wasm")
    assert runtime.read_bytes() == (package / "assets" / "runtime" / runtime.name).read_bytes()


def test_the_installed_app_serves_its_first_page_without_replicas_and_leaves_the_package_alone(installed, tmp_path):
    commands, package = installed
    before = sources(package)
    serve = [commands / "python", "-X", "importtime", "-m", "playground", "serve", "--host", "127.0.0.1"]
    pages = {"": "Text Diffusion", "playground/dist/main.js": "Page", "playground/recorded/index.json": "lily"}
    imported = (tmp_path / "imported").open("w", encoding="utf-8")
    with imported, serving(*serve, cwd=tmp_path, stderr=imported) as address:
        for path, text in pages.items():
            assert text in httpx.get(f"{address}{path}", timeout=60).text
    assert sources(package) == before
    names = {line.rpartition("|")[2].strip() for line in (tmp_path / "imported").read_text().splitlines()}
    assert "playground.service" in names and "ray" not in names
