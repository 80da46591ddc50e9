"""Long jobs on several processors or machines: ``python -m fukumen.cluster``.

A job is a folder. ``job.json`` says what is to be done; each shard of the work is one run of the program with ``--shard I/N`` and
leaves two files: its output, and a summary with the hash of the output. A shard is done when both are there and agree, so a job can
be killed at any moment and run again: only what is missing is done. Dask passes shards to workers; any other scheduler can run
``python -m fukumen.cluster shard JOB I`` instead.

>>> from fukumen import cluster                                                 # doctest: +SKIP
>>> job = cluster.Job.create("job", ["--count", "ABCD+EFGH=IJKL"], shards=40)   # doctest: +SKIP
>>> for shard in cluster.run(job, local=2):                                     # doctest: +SKIP
...     print(shard.number, shard.seconds)
"""

from fukumen.cluster._command_line import main
from fukumen.cluster._commands import ClusterError, program, version
from fukumen.cluster._jobs import MOST_SHARDS, Job, Shard, Status
from fukumen.cluster._making import LARGEST_RESULT, make
from fukumen.cluster._recipes import RECIPES, recipe
from fukumen.cluster._workers import run

__all__ = ["ClusterError", "Job", "Shard", "Status", "make", "recipe", "run"]
