"""The hub's files name what is there, and its first command lays a student's copies."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
HUB = ROOT / "docs" / "instructor" / "hub"
VALUES = yaml.safe_load((HUB / "values.yaml").read_text("utf-8"))["singleuser"]
README = (HUB / "README.md").read_text("utf-8")


def test_the_image_copies_what_the_repository_has():
    copied = re.findall(r"^COPY (.+) \S+$", (HUB / "Dockerfile").read_text("utf-8"), re.M)
    assert len(copied) == 7
    for line in copied:
        assert all((ROOT / name).exists() for name in line.split()), line


def test_a_start_of_the_server_lays_copies_and_keeps_work(tmp_path):
    shell, flag, line = VALUES["lifecycleHooks"]["postStart"]["exec"]["command"]
    assert "/srv/nonlinear-models/notebooks/" in line
    line = line.replace("/srv/nonlinear-models", str(ROOT))
    env = {**os.environ, "HOME": str(tmp_path),
           "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    copy = tmp_path / VALUES["defaultUrl"].removeprefix("/lab/tree/")
    subprocess.run([shell, flag, line], env=env, check=True, capture_output=True, timeout=300)
    text = copy.read_text("utf-8").replace("raise NotImplementedError", "return 1", 1)
    copy.write_text(text, encoding="utf-8")
    subprocess.run([shell, flag, line], env=env, check=True, capture_output=True, timeout=300)
    assert copy.read_text("utf-8") == text


def test_kernels_may_reach_the_server_that_they_are_told_of():
    deployment, service = yaml.safe_load_all((HUB / "nats.yaml").read_text("utf-8"))
    address = urlsplit(VALUES["extraEnv"]["COURSE_ROOM"])
    assert address.scheme == "nats" and address.hostname == service["metadata"]["name"]
    assert address.port in [one["port"] for one in service["spec"]["ports"]]
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    rule, = VALUES["networkPolicy"]["egress"]
    assert rule["to"][0]["podSelector"]["matchLabels"] == labels == service["spec"]["selector"]
    assert rule["ports"][0]["port"] == address.port
    conf = (HUB / "nats.conf").read_text("utf-8")
    container, = deployment["spec"]["template"]["spec"]["containers"]
    assert f"port: {address.port}" in conf and f"${container['env'][0]['name']}" in conf


def test_the_link_that_pulls_names_a_notebook_of_the_repository():
    link, = re.findall(r"https://HUB/hub/\S+", README)
    asked = parse_qs(urlsplit(link).query, strict_parsing=True)
    assert asked["repo"] == ["https://github.com/OWNER/nonlinear-models"]
    folder, _, path = asked["urlpath"][0].removeprefix("lab/tree/").partition("/")
    assert folder == "nonlinear-models" and (ROOT / path).is_file() and asked["branch"] == ["main"]


@pytest.mark.parametrize("name", re.findall(r"`([\w/]+\.(?:py|yaml|yml|conf))`", README))
def test_files_of_the_page_are_there(name):
    assert (ROOT / name).exists() or (HUB / name).exists()
