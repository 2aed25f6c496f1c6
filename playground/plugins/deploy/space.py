"""Makes a Space as a plan says, through huggingface_hub. Doing it again changes only what differs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi, RepoFile
from huggingface_hub.errors import HfHubHTTPError, LocalTokenNotFoundError

from playground.plugins.deploy.errors import DeployError
from playground.plugins.deploy.plan import Plan

_THE_HUBS_OWN = {".gitattributes"}


def deploy(plan: Plan, space: str, private: bool = False, say: Callable[[str], None] = lambda sentence: None) -> str:
    """Creates or updates the Space.

    Args:
        space: such as `owner/name`.
        private: make a new Space private; one that exists stays as it is.
        say: is called with a sentence for each thing that is done.

    Returns:
        The Space's address.

    Raises:
        DeployError: nobody is logged in, or the hub refuses.
    """
    api = HfApi()
    try:
        return _deploy(api, plan, space, private, say)
    except LocalTokenNotFoundError as error:
        raise DeployError("Nobody is logged in to the hub here: run `hf auth login`, or set HF_TOKEN.") from error
    except HfHubHTTPError as error:
        status = error.response.status_code if error.response is not None else 0
        reason = {
            401: "the token is not valid; run `hf auth login`, or set HF_TOKEN",
            402: "the account has to pay for this hardware",
            403: "the token may not write there; it needs the role “write”",
        }.get(status, error.server_message or f"the hub answered {status}")
        raise DeployError(f"{space} could not be deployed: {reason.rstrip('.')}.") from error
    except (OSError, ValueError) as error:  # no network, a name that the hub does not allow, a file that has gone
        raise DeployError(f"{space} could not be deployed: {str(error).splitlines()[0].rstrip('.')}.") from error


def _deploy(api: HfApi, plan: Plan, space: str, private: bool, say: Callable[[str], None]) -> str:
    address = str(api.create_repo(space, repo_type="space", space_sdk=plan.sdk, private=private or None, exist_ok=True))
    say(f"The Space is there: {address}")
    if plan.hardware != "":
        _configure(api, plan, space, say)
    there = [
        entry.path
        for entry in api.list_repo_tree(space, recursive=True, repo_type="space")
        if isinstance(entry, RepoFile)
    ]
    gone = [path for path in there if path not in plan.files and path not in _THE_HUBS_OWN]
    operations: list[CommitOperationAdd | CommitOperationDelete] = [CommitOperationDelete(path) for path in gone]
    for path, content in plan.files.items():
        operations.append(CommitOperationAdd(path, str(content) if isinstance(content, Path) else content))
    api.create_commit(space, operations, commit_message="Deploy from the Spacefile", repo_type="space")
    say(f"{len(plan.files)} files are up to date, {len(gone)} that are no longer needed are deleted")
    return address


def _configure(api: HfApi, plan: Plan, space: str, say: Callable[[str], None]) -> None:
    have = {name: variable.value for name, variable in api.get_space_variables(space).items()}
    for name, value in plan.variables.items():
        if have.get(name) != value:
            api.add_space_variable(space, name, value)
            say(f"Variable {name} is set to {value}")
    runtime = api.get_space_runtime(space)
    if (runtime.requested_hardware or runtime.hardware or "cpu-basic") != plan.hardware:
        api.request_space_hardware(space, plan.hardware)  # type: ignore[arg-type]  # it takes the names too
        say(f"Hardware {plan.hardware} is asked for")
