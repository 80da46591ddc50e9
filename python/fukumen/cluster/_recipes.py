"""Recipes for other schedulers."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from pathlib import Path

from fukumen.cluster._commands import ENDINGS, ClusterError
from fukumen.cluster._jobs import Job

#: The recipes and the names of their files. In `recipes/` these are texts with places to fill in, no programs.
RECIPES = {
    "kubernetes": "kubernetes.yaml",
    "nextflow": "main.nf",
    "parallel": "parallel.sh",
    "ray": "with_ray.py",
    "slurm": "slurm.sh",
    "snakemake": "Snakefile",
}


def recipe(job: Job | str | os.PathLike[str], name: str, python: str = sys.executable) -> str:
    """Returns the recipe for a scheduler, filled in for a job: ``slurm``, ``kubernetes``, ``parallel``, ``snakemake``,
    ``nextflow`` or ``ray``. ``python`` is the interpreter of its nodes."""
    job = job if isinstance(job, Job) else Job(job)
    if name not in RECIPES:
        raise ClusterError(f"there is no recipe for '{name}'; there are {', '.join(RECIPES)}")
    text = (Path(__file__).parents[1] / "recipes" / f"{RECIPES[name]}.in").read_text("utf-8")
    values = {
        "JOB": shlex.quote(str(job.folder.absolute())),
        "JOB_TEXT": json.dumps(str(job.folder.absolute())),
        "SHARDS": str(job.shards),
        "PYTHON": shlex.quote(python),
        "PYTHON_TEXT": json.dumps(python),
        "ENDING": ENDINGS[job.format],
        "SUMMARY": "summary.json" if job.format == "json" else "json",
        "WIDTH": str(max(4, len(str(job.shards)))),
        "VERSION": job.version,
        "COMMAND": " ".join(shlex.join(job.given).splitlines()),
    }
    return re.sub(r"@([A-Z_]+)@", lambda match: values[match[1]], text)
