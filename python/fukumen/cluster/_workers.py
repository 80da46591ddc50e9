"""Shards given to workers by Dask."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import functools
import importlib
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from fukumen.cluster._commands import ClusterError, version
from fukumen.cluster._jobs import Job, Shard
from fukumen.cluster._making import Try, make


def dask() -> Any:
    """The package ``distributed``, or how to get it."""
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise ClusterError(
            "Dask is not installed: pip install 'fukumen[cluster]'; or use another scheduler, see python -m fukumen.cluster script --help"
        ) from None


def _worker_version() -> str:
    """Runs on a worker."""
    return version()


def _sees(folder: str, fingerprint: str) -> bool:
    """Runs on a worker: whether the folder of the job is there, and the same."""
    with contextlib.suppress(ClusterError):
        return Job(folder).fingerprint == fingerprint
    return False


_unpacked: dict[str, str] = {}


def _task(
    folder: str,
    fingerprint: str,
    packed: dict[str, bytes] | None,
    number: int,
    attempt: int,
    threads: int,
    memory: int | None,
) -> Try:
    """Runs on a worker: one shard. ``packed`` are the small files of the job, for workers that do not see its folder."""
    if packed is None or _sees(folder, fingerprint):
        return make(_opened_job(folder, fingerprint), number, attempt, threads, memory)
    own = _unpacked.get(fingerprint)
    if own is None or not os.path.isdir(own):
        own = tempfile.mkdtemp(prefix="fukumen-")
        for name, data in packed.items():
            path = Path(own) / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        _unpacked[fingerprint] = own
    return make(_opened_job(own, fingerprint), number, attempt, threads, memory, elsewhere=own)


@functools.lru_cache(maxsize=8)
def _opened_job(folder: str, fingerprint: str) -> Job:
    """The job in a folder, read once by each worker."""
    job = Job(folder)
    if job.fingerprint != fingerprint:
        raise ClusterError(f"'{folder}' is the folder of another job on {socket.gethostname()}")
    return job


def _packed(job: Job) -> dict[str, bytes]:
    names = ["job.json", *(f"files/{file['name']}" for file in job.files)]
    return {name: (job.folder / name).read_bytes() for name in names}


@dataclasses.dataclass
class _Driver:
    """Gives shards to workers and takes what comes back. Shards are counted by their numbers, never by messages."""

    job: Job
    client: Any
    retries: int = 3
    threads: int = 1
    memory: int | None = None
    tell: Callable[[str], None] = print
    #: Addresses of workers of another version.
    other: set[str] = dataclasses.field(default_factory=set)
    given_up: list[int] = dataclasses.field(default_factory=list)
    #: What was given to workers, by its key.
    running: dict[Any, tuple[Any, int, int]] = dataclasses.field(default_factory=dict)

    def check_versions(self) -> None:
        """Asks each worker for its version, and leaves out those that differ."""
        for address, own in self.client.run(_worker_version, on_error="return").items():
            if own != self.job.version:
                self.other.add(address)
                self.tell(f"the worker {address} gets no work: it has {self.named(own)}, and the job needs {self.job.version}")
        self.check_left()

    @staticmethod
    def named(own: object) -> str:
        return f"fukumen {own}" if isinstance(own, str) else f"no fukumen ({own})"

    def workers(self) -> list[str]:
        return [address for address in self.client.scheduler_info(n_workers=-1)["workers"] if address not in self.other]

    def check_left(self) -> None:
        if self.other and not self.workers():
            raise ClusterError(f"no worker has fukumen {self.job.version}")

    def shards(self, numbers: Sequence[int]) -> Iterator[Shard]:
        """Yields shards as they are done."""
        distributed = dask()
        job = self.job
        waiting = collections.deque((number, 1) for number in numbers)
        running = self.running
        files = self.client.scatter(_packed(job), broadcast=True, hash=False) if self.needs_files() else None
        done = distributed.as_completed(with_results=True, raise_errors=False)
        info = self.client.scheduler_info(n_workers=-1)["workers"].values()
        room = 2 * max(1, sum(worker["nthreads"] for worker in info)) + 2
        prefix = f"fukumen-{job.fingerprint[:12]}-{time.time_ns():x}"
        while running or waiting:
            while waiting and len(running) < room:
                number, attempt = waiting.popleft()
                where = {"workers": self.workers()} if self.other else {}
                future = self.client.submit(
                    _task, str(job.folder.absolute()), job.fingerprint, files, number, attempt, self.threads, self.memory,
                    key=f"{prefix}-{number}-{attempt}-{len(self.other)}", pure=False, retries=0, **where,
                )
                running[future.key] = (future, number, attempt)
                done.add(future)
            future, result = next(done)
            _, number, attempt = running.pop(future.key)
            if future.status != "finished":
                error = result[1] if isinstance(result, tuple) and len(result) > 1 else result
                result = Try(number, attempt, said=f"the worker was lost, or failed: {error!r}\n")
            future.release()
            if result.version is not None:
                self.refuse()
                waiting.append((number, attempt))
            elif (shard := self.kept(result)) is not None:
                yield shard
            else:
                self.failed(result, waiting)

    def kept(self, result: Try) -> Shard | None:
        """The shard that a try has made, kept in the folder of the job."""
        if result.data is not None and result.shard is not None:
            try:
                self.job.keep(result.shard, result.data)
            except ClusterError as error:
                result.shard, result.said = None, f"{error}\n"
        if result.shard is not None:
            self.job.log(result.shard)
            self.job.give_up(result.number, False)
        return result.shard

    def finish(self) -> None:
        """Waits for the shards that run, and keeps them. Those that wait are taken back."""
        distributed = dask()
        busy = self.client.run(_executing, on_error="return").values()
        executing = {key for keys in busy if isinstance(keys, list) for key in keys}
        futures = [future for key, (future, _, _) in self.running.items() if str(key) in executing]
        self.client.cancel([future for key, (future, _, _) in self.running.items() if str(key) not in executing])
        distributed.wait(futures)
        for future in futures:
            if future.status == "finished":
                self.kept(future.result())

    def needs_files(self) -> bool:
        """Whether some worker does not see the folder of the job."""
        seen = self.client.run(_sees, str(self.job.folder.absolute()), self.job.fingerprint, on_error="return")
        return not all(is_seen is True for is_seen in seen.values())

    def refuse(self) -> None:
        """A worker of another version has joined."""
        for address, said in self.client.run(_worker_version, on_error="return").items():
            if said != self.job.version and address not in self.other:
                self.other.add(address)
                self.tell(f"the worker {address} gets no more work: it has {self.named(said)}, and the job needs {self.job.version}")
        self.check_left()

    def failed(self, result: Try, waiting: collections.deque[tuple[int, int]]) -> None:
        self.job.fail(result.number, result.attempt, result.said)
        reason = next((line for line in reversed(result.said.strip().splitlines()) if line), "no reason")
        if result.is_final or result.attempt > self.retries:
            self.given_up.append(result.number)
            self.job.give_up(result.number)
            self.tell(f"shard {result.number} is given up after {result.attempt} tries: {reason}")
        else:
            self.tell(f"shard {result.number} failed, try {result.attempt}: {reason}")
            waiting.append((result.number, result.attempt + 1))


@contextlib.contextmanager
def _cluster(scheduler: str | None, local: int | None, retries: int) -> Iterator[Any]:
    """A client of a running scheduler, or of workers on this machine."""
    distributed = dask()
    if scheduler:
        try:
            with distributed.Client(scheduler, timeout=30) as client:
                client.run_on_scheduler(_allow, failures=retries)
                yield client
        except OSError as error:
            raise ClusterError(f"cannot reach the scheduler '{scheduler}': {error}") from error
        return
    count = local or os.cpu_count() or 1
    config = {
        # The scheduler suspects every task that a dead worker held.
        "distributed.scheduler.allowed-failures": retries + count,
        "distributed.worker.daemon": True,
        "distributed.admin.log-format": "%(message)s",
        "logging": {"distributed": "critical", "distributed.nanny": "critical", "tornado": "critical"},
    }
    with importlib.import_module("dask").config.set(config):
        with (
            distributed.LocalCluster(
                n_workers=count, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit=0, silence_logs=50
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            client.register_plugin(_plugin())
            yield client


def _allow(failures: int, dask_scheduler: Any = None) -> None:
    """Runs on the scheduler."""
    dask_scheduler.allowed_failures = failures + len(dask_scheduler.workers)


def _plugin() -> Any:
    distributed = dask()

    class Away(distributed.WorkerPlugin):  # type: ignore[misc, name-defined, unused-ignore]
        """Takes workers out of the group of the terminal, so that Ctrl-C reaches the driver alone."""

        name = "fukumen-away"

        def setup(self, worker: Any) -> None:
            with contextlib.suppress(OSError):
                os.setpgid(0, 0)

    return Away()


def run(
    job: Job | str | os.PathLike[str],
    client: Any = None,
    on_shard: Callable[[Shard], None] | None = None,
    *,
    scheduler: str | None = None,
    local: int | None = None,
    retries: int = 3,
    threads: int = 1,
    memory: int | None = None,
    order: Sequence[int] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Iterator[Shard]:
    """Does what is missing of a job, and yields each shard when it is done.

    ``client`` is a ``distributed.Client``; without one, ``scheduler`` is an address, and ``local`` a number of workers on this machine.
    A shard that fails more often than ``retries`` is given up; the others go on. If the iterator is closed, running shards end first.
    """
    job = job if isinstance(job, Job) else Job(job)
    job.check_files()
    missing = job.missing()
    if order is not None:
        wanted = set(missing)
        missing = [number for number in order if number in wanted]
    if not missing:
        return
    with contextlib.ExitStack() as stack:
        own = client if client is not None else stack.enter_context(_cluster(scheduler, local, retries))
        if client is not None:
            client.run_on_scheduler(_allow, failures=retries)
        driver = _Driver(job, own, retries, threads, memory, tell or say)
        driver.check_versions()
        try:
            for shard in driver.shards(missing):
                if on_shard is not None:
                    on_shard(shard)
                yield shard
        except (KeyboardInterrupt, GeneratorExit):
            driver.tell("interrupted: waiting for the shards that run; Ctrl-C again stops at once")
            driver.finish()
            raise


def _executing(dask_worker: Any = None) -> list[str]:
    """Runs on a worker: the keys of the tasks that it works on."""
    return [str(task.key) for task in dask_worker.state.executing]


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
