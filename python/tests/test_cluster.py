"""Jobs: two workers on this machine, and all that can go wrong with them.

A program that stands for fukumen takes its time, notes its arguments, and fails on request. ``make cluster`` runs the job of
forty shards of half a second; without that, the shards are few and short.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

cluster = pytest.importorskip("fukumen.cluster")

FULL = bool(os.environ.get("CLUSTER"))
SHARDS = 40 if FULL else 10
DELAY = 0.5 if FULL else 0.15
DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "cluster"
WORDS = "send more money seven eight nine one two three four five six ten eleven twelve zero forty sixty".split()
COMMAND = ["--count", "AB+CD=EF"]

needs_dask = pytest.mark.skipif(shutil.which("true") is None or not __import__("importlib").util.find_spec("distributed"), reason="needs Dask")

#: The program that stands for fukumen.
SLOW = """
import os, subprocess, sys, time

arguments = sys.argv[1:]
if arguments == ["--version"] and os.environ.get("FAKED_VERSION"):
    print("fukumen", os.environ["FAKED_VERSION"])
    sys.exit()
shard = arguments[arguments.index("--shard") + 1] if "--shard" in arguments else None
if shard:
    with open(os.environ["RUNS"], "a") as file:
        file.write(shard + "\\n")
    time.sleep(float(os.environ.get("DELAY", "0")))
    if shard in os.environ.get("FAILS", "").split():
        print("this shard always fails", file=sys.stderr)
        sys.exit(5)
    if shard in os.environ.get("LARGE", "").split():
        held = bytearray(2 << 30)
done = subprocess.run(__import__("json").loads(os.environ["REAL"]) + arguments, stdout=subprocess.PIPE)
out = done.stdout
if shard and os.environ.get("DIFFERS"):
    out = out.replace(b'"count":', b'"count":1')
sys.stdout.buffer.write(out * int(os.environ.get("TIMES", "1")))
sys.stdout.flush()
sys.exit(done.returncode)
"""


@pytest.fixture(autouse=True)
def slow(tmp_path, monkeypatch):
    """The program of all jobs here."""
    real = cluster.program()
    (tmp_path / "slow.py").write_text(SLOW)
    monkeypatch.setenv("REAL", json.dumps(real))
    monkeypatch.setenv("RUNS", str(tmp_path / "runs"))
    monkeypatch.setenv("FUKUMEN_PROGRAM", f"{sys.executable} -S {tmp_path / 'slow.py'}")
    return tmp_path


def runs(folder):
    """The numbers of the shards that were begun, as often as they were."""
    path = folder / "runs"
    return sorted(int(line.split("/")[0]) for line in path.read_text().split()) if path.exists() else []


def whole(*arguments):
    """The output of one run, without times."""
    done = subprocess.run([*cluster.program(), *arguments], capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return cluster._files.timeless(done.stdout)


def merged(job):
    """The merged output of the shards of a job, without times."""
    output = job.folder / "merged"
    assert job.merge(output) == 0
    return cluster._files.timeless(output.read_bytes())


def driver(*arguments, **more):
    """The driver as a person starts it."""
    command = [sys.executable, "-m", "fukumen.cluster", *arguments]

    def listen():
        # A shell that starts the tests in the background lets them ignore the signal.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, process_group=0, preexec_fn=listen, **more)


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def done_files(folder):
    return len(list(folder.glob("shard-*.json")))


def counted():
    return whole("solve", "--format", "jsonl", *COMMAND)


@needs_dask
def test_a_job_says_what_one_run_says(slow, monkeypatch):
    monkeypatch.setenv("DELAY", str(DELAY))
    job = cluster.Job.create(slow / "job", COMMAND, SHARDS)
    seen = []
    shards = list(cluster.run(job, local=2, on_shard=seen.append))
    assert shards == seen and sorted(shard.number for shard in shards) == list(range(1, SHARDS + 1))
    assert merged(job) == counted()
    status = job.status()
    assert (status.done, status.failed) == (SHARDS, ())
    assert status.count == json.loads(counted().replace(b'"nodes":,', b"").replace(b":,", b":0,").replace(b":}", b":0}"))["count"]
    # There is nothing left to do.
    assert list(cluster.run(job, local=2)) == [] and runs(slow) == list(range(1, SHARDS + 1))


@needs_dask
def test_a_killed_worker_gives_its_shards_back(slow, monkeypatch):
    monkeypatch.setenv("DELAY", str(DELAY))
    job = cluster.Job.create(slow / "job", COMMAND, SHARDS)
    with cluster._workers._cluster(None, 2, 3) as client:
        shards = []
        for shard in cluster.run(job, client):
            shards.append(shard.number)
            if len(shards) in (2, 5):
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
    assert sorted(shards) == list(range(1, SHARDS + 1))
    assert merged(job) == counted()


@needs_dask
def test_a_killed_driver_is_run_again(slow, monkeypatch):
    monkeypatch.setenv("DELAY", str(DELAY))
    folder = slow / "job"
    for kill in range(2):
        first = driver("run", str(folder), "--local", "2", "--shards", str(SHARDS), "--", *COMMAND)
        wait_for(lambda: done_files(folder) >= 2 * (kill + 1) or first.poll() is not None)
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        first.stderr.close()
    # The last workers end when they miss their driver, and may finish a shard meanwhile.
    time.sleep(3 * DELAY + 0.5)
    job = cluster.Job(folder)
    missing = job.missing()
    assert 0 < len(missing) < SHARDS
    monkeypatch.setenv("RUNS", str(slow / "again" / "runs"))
    (slow / "again").mkdir()
    last = driver("run", str(folder), "--local", "2")
    assert last.wait(120) == 0, last.stderr.read()
    assert runs(slow / "again") == missing
    assert merged(job) == counted()


@needs_dask
def test_a_file_that_was_cut_is_made_again(slow):
    job = cluster.Job.create(slow / "job", COMMAND, 4)
    assert len(list(cluster.run(job, local=2))) == 4
    job.output(2).write_bytes(job.output(2).read_bytes()[:-20])
    text = job.output(3).read_bytes()
    job.output(3).write_bytes(text.replace(b'"count":', b'"Count":'))
    job.summary(4).unlink()
    with pytest.raises(cluster.ClusterError, match="2, 3, 4"):
        job.merge(slow / "merged")
    (slow / "runs").unlink()
    assert sorted(shard.number for shard in cluster.run(job, local=2)) == [2, 3, 4]
    assert runs(slow) == [2, 3, 4] and merged(job) == counted()


def test_a_shard_that_is_made_twice_at_once_is_the_same(slow, monkeypatch):
    monkeypatch.setenv("DELAY", str(DELAY))
    job = cluster.Job.create(slow / "job", COMMAND, 3)
    twice = [driver("shard", str(job.folder), "2") for _ in range(2)]
    assert [one.wait(60) for one in twice] == [0, 0]
    assert runs(slow) == [2, 2] and job.missing() == [1, 3]
    # A difference is a bug, so its files are kept.
    monkeypatch.setenv("DIFFERS", "1")
    tried = cluster.make(job, 2)
    assert tried.shard is None and "report this as a bug" in tried.said
    assert (job.folder / "failed" / "0002-differs.jsonl").exists()
    assert job.shard(2) is not None
    assert [path.name for path in job.folder.iterdir() if path.name.startswith(".")] == []


def test_a_shard_that_is_kept_twice_at_once_is_done(slow, monkeypatch):
    job = cluster.Job.create(slow / "job", COMMAND, 3)

    def made(seconds):
        data = b'{"count":1,"seconds":%f}\n' % seconds
        digest = hashlib.sha256(data).hexdigest()
        return cluster.Shard(2, 1, len(data), digest, seconds, seconds, "host", 0, 1), data

    write, others = cluster._jobs.write, [made(2.5)]

    def late(path, data):
        # The other process is through between the output and the summary of this one.
        if path == job.summary(2) and others:
            job.keep(*others.pop())
        write(path, data)

    monkeypatch.setattr(cluster._jobs, "write", late)
    job.keep(*made(12.5))
    assert job.missing() == [1, 3] and not (job.folder / "failed").exists()


@needs_dask
def test_a_shard_that_always_fails_is_given_up(slow, monkeypatch):
    monkeypatch.setenv("FAILS", "3/5")
    folder = slow / "job"
    run = driver("run", str(folder), "--local", "2", "--shards", "5", "--retries", "1", "--", *COMMAND)
    assert run.wait(120) == 3
    said = run.stderr.read()
    assert "shard 3 is given up after 2 tries: this shard always fails" in said
    job = cluster.Job(folder)
    assert job.missing() == [3] and job.status().failed == (3,)
    assert "exit status 5" in (folder / "failed" / "0003-2.txt").read_text()
    monkeypatch.delenv("FAILS")
    assert [shard.number for shard in cluster.run(job, local=1)] == [3]
    assert job.status().failed == () and merged(job) == counted()


@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of memory")
@needs_dask
def test_a_shard_that_takes_too_much_memory_ends_alone(slow, monkeypatch):
    monkeypatch.setenv("LARGE", "2/3")
    folder = slow / "job"
    arguments = ["--local", "1", "--shards", "3", "--retries", "0", "--memory", "1GB", "--", *COMMAND]
    run = driver("run", str(folder), *arguments)
    assert run.wait(120) == 3
    assert "MemoryError" in run.stderr.read()
    assert cluster.Job(folder).missing() == [2]


@needs_dask
def test_a_worker_of_another_version_gets_no_work(slow):
    job = cluster.Job.create(slow / "job", COMMAND, 6)
    said = []
    with cluster._workers._cluster(None, 2, 3) as client:
        other, own = client.scheduler_info(n_workers=-1)["workers"]
        client.run(os.environ.__setitem__, "FAKED_VERSION", "9.9.9", workers=[other])
        hosts = client.run(os.getpid)
        list(cluster.run(job, client, tell=said.append))
        assert hosts[own] != hosts[other]
    assert len(said) == 1 and other in said[0] and "9.9.9" in said[0]
    assert job.missing() == [] and runs(slow) == [1, 2, 3, 4, 5, 6]


@needs_dask
def test_no_worker_of_the_right_version_is_an_error(slow):
    job = cluster.Job.create(slow / "job", COMMAND, 2)
    with cluster._workers._cluster(None, 1, 3) as client:
        client.run(os.environ.__setitem__, "FAKED_VERSION", "9.9.9")
        with pytest.raises(cluster.ClusterError, match="no worker has fukumen"):
            list(cluster.run(job, client, tell=lambda text: None))


def _blind():
    """Runs on a worker, which then does not see the folder of a job."""
    cluster._workers._sees = lambda folder, fingerprint: False


@needs_dask
def test_results_come_back_where_the_folder_is_not_shared(slow, monkeypatch):
    words = slow / "list.txt"
    words.write_text("\n".join(WORDS))
    given = ["generate", "words", "--words", str(words), "--form", "A+B=C"]
    job = cluster.Job.create(slow / "job", given, 7)
    words.unlink()
    with cluster._workers._cluster(None, 2, 3) as client:
        client.run(exec, "import fukumen.cluster._workers as it\nit._sees = lambda *_: False")
        assert len(list(cluster.run(job, client))) == 7
    assert job.missing() == [] and job.format == "text"
    words.write_text("\n".join(WORDS))
    assert merged(job) == whole(*given)


@needs_dask
def test_a_result_that_is_too_large_to_come_back_is_an_error(slow, monkeypatch):
    job = cluster.Job.create(slow / "job", COMMAND, 2)
    (slow / "elsewhere").mkdir()
    monkeypatch.setattr(cluster._making, "LARGEST_RESULT", 100)
    tried = cluster.make(job, 1, elsewhere=str(slow / "elsewhere"))
    assert tried.is_final and "share" in tried.said and tried.data is None


@needs_dask
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("mount"), reason="needs to mount")
def test_a_full_disk_is_told_and_can_be_mended(slow, monkeypatch):
    disk = slow / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)], check=False).returncode:
        pytest.skip("cannot mount")
    try:
        job = cluster.Job.create(disk / "job", ["AB+CD=EF"], 2)
        monkeypatch.setenv("TIMES", "50")
        tried = cluster.make(job, 1)
        assert tried.shard is None and "No space left" in tried.said, tried
        assert job.missing() == [1, 2]
        monkeypatch.delenv("TIMES")
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        assert len(list(cluster.run(job, local=1))) == 2
        assert merged(job) == whole("--format", "jsonl", "AB+CD=EF")
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


@pytest.mark.parametrize("shards", [1, 300])
@needs_dask
def test_one_shard_and_more_shards_than_there_are_parts(slow, monkeypatch, shards):
    monkeypatch.setenv("FUKUMEN_PROGRAM", " ".join(json.loads(os.environ["REAL"])))
    shards = shards if FULL or shards == 1 else 30
    job = cluster.Job.create(slow / "job", ["A=B+7"], shards)
    assert len(list(cluster.run(job, local=2))) == shards
    assert merged(job) == whole("--format", "jsonl", "A=B+7")


@needs_dask
def test_ctrl_c_lets_running_shards_end(slow, monkeypatch):
    monkeypatch.setenv("DELAY", str(2 * DELAY))
    folder = slow / "job"
    run = driver("run", str(folder), "--local", "2", "--shards", str(SHARDS), "--", *COMMAND)
    wait_for(lambda: done_files(folder) >= 2)
    begun = runs(slow)
    os.kill(run.pid, signal.SIGINT)
    assert run.wait(60) == 3
    said = run.stderr.read()
    assert f"go on: python -m fukumen.cluster run {folder}" in said, said
    job = cluster.Job(folder)
    missing = job.missing()
    # Whatever was begun is done, and nothing is half done.
    assert set(begun).isdisjoint(missing) and 0 < len(missing) < SHARDS
    assert sorted(set(runs(slow))) == [number for number in range(1, SHARDS + 1) if number not in missing]
    assert not [name for name in job.names() if name.startswith(".")]


@needs_dask
def test_a_second_ctrl_c_stops_at_once(slow, monkeypatch):
    monkeypatch.setenv("DELAY", "60")
    run = driver("run", str(slow / "job"), "--local", "2", "--shards", "4", "--", *COMMAND)
    wait_for(lambda: len(runs(slow)) >= 2)
    start = time.monotonic()
    os.kill(run.pid, signal.SIGINT)
    time.sleep(1)
    assert run.poll() is None
    os.kill(run.pid, signal.SIGINT)
    assert run.wait(30) == 3 and time.monotonic() - start < 30
    run.stderr.close()
    assert cluster.Job(slow / "job").missing() == [1, 2, 3, 4]


def test_what_a_job_cannot_be(slow, monkeypatch):
    words = slow / "list.txt"
    words.write_text("send\nmore\n")
    given = ["generate", "words", "--words", str(words)]
    cluster.Job.create(slow / "job", given, 3)

    def refused(match, *arguments):
        with pytest.raises(cluster.ClusterError, match=match):
            cluster.Job.create(*arguments)

    refused("folder of another job", slow / "job", COMMAND, 3)
    refused("has 3 shards, not 4", slow / "job", given, 4)
    words.write_text("send\nmore\nmoney\n")
    refused("has changed since the job began", slow / "job", given, 3)
    refused("there is no command", slow / "new", [], 3)
    refused("at least 1 shard", slow / "new", COMMAND, 0)
    refused("is set by the job itself", slow / "new", ["--shard", "1/2", "A+B=C"], 3)
    refused("is set by the job itself", slow / "new", ["--output=x", "A+B=C"], 3)
    refused("cannot read standard input", slow / "new", ["-f", "-"], 3)
    refused("there is no file", slow / "new", ["-f", "none"], 3)
    refused("as jsonl, json or csv", slow / "new", ["--format", "text", "A+B=C"], 3)
    refused("has no shards", slow / "new", ["serve"], 3)
    (slow / "file").write_text("")
    refused("cannot write the folder", slow / "file" / "job", COMMAND, 3)
    assert not (slow / "new").exists()
    with pytest.raises(cluster.ClusterError, match="is not the folder of a job"):
        cluster.Job(slow)
    (slow / "broken").mkdir()
    (slow / "broken" / "job.json").write_text("{}")
    with pytest.raises(cluster.ClusterError, match="cannot be read"):
        cluster.Job(slow / "broken")
    monkeypatch.setenv("FAKED_VERSION", "9.9.9")
    words.write_text("send\nmore\n")
    refused("was begun with fukumen", slow / "job", given, 3)


def test_workers_get_names_of_functions():
    """The program's own functions would go as copies of all that they use, thousands of times."""
    script = (
        "import pickle, runpy, fukumen.cluster as cluster\n"
        "cluster.main = lambda: print(len(pickle.dumps(cluster._workers._task)))\n"
        "runpy.run_module('fukumen.cluster', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True)
    assert done.stdout and int(done.stdout) < 100, done.stderr


def test_messages_of_the_command_line(slow):
    def said(*arguments, **more):
        run = driver(*arguments, stdout=subprocess.PIPE, **more)
        out, err = run.communicate(timeout=60)
        return run.returncode, out + err

    cluster.Job.create(slow / "job", COMMAND, 3)
    for arguments, expected in [
        (["status", str(slow / "none")], "is not the folder of a job"),
        (["run", str(slow / "new"), "--local", "1", "--shards", "0", "--", *COMMAND], "a number from 1"),
        (["run", str(slow / "new"), "--local", "1", "--shards", "many", "--", *COMMAND], "a number from 1"),
        (["run", str(slow / "new"), "--local", "1", "--memory", "much", "--", *COMMAND], "write it as 500MB"),
        (["shard", str(slow / "job"), "4"], "there is no shard 4"),
        (["script", str(slow / "job"), "--for", "spark"], "invalid choice"),
        (["merge", str(slow / "job"), "-o", str(slow / "out")], "shards are missing"),
    ]:
        status, text = said(*arguments)
        assert status == 2 and expected in text, (arguments, text)
    assert said("status", str(slow / "job")) == (0, "0 of 3 shards are done\nsolutions so far: 0\n")
    without = "import sys; sys.modules['distributed'] = None; from fukumen.cluster import main; sys.exit(main())"
    command = [sys.executable, "-c", without, "run", str(slow / "job")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "pip install 'fukumen[cluster]'" in done.stderr


@needs_dask
def test_shards_are_counted_by_pilots(slow, monkeypatch):
    # Three shards of a thousand are short, so that each worker has its least number of shards.
    count, times = cluster._command_line._pilots(["solve", "--format", "jsonl", *COMMAND], 2, 1, None)
    assert count == 32 and [place for place, _ in times] == [0.001, 0.5, 1.0]
    assert cluster._command_line._long_first(4, [(0.001, 1.0), (0.5, 5.0), (1.0, 3.0)]) == [2, 3, 4, 1]
    monkeypatch.setattr(cluster._command_line, "GOOD_LENGTH", 1e-9)
    assert cluster._command_line._pilots(["solve", "--format", "jsonl", *COMMAND], 2, 1, None)[0] == cluster.MOST_SHARDS


def test_recipes_are_filled_in(slow):
    job = cluster.Job.create(slow / "a job", COMMAND, 400)
    for name in cluster.RECIPES:
        text = cluster.recipe(job, name)
        assert not re.search(r"@[A-Z_]+@", text) and "400" in text
        path = slow / name
        path.write_text(text)
        if name in ("slurm", "parallel"):
            subprocess.run(["bash", "-n", str(path)], check=True)
        if name == "ray":
            compile(text, name, "exec")
    head = [line for line in cluster.recipe(job, "slurm").splitlines() if line.startswith("#SBATCH")]
    assert head[1] == "#SBATCH --array=1-400%50" and all(re.fullmatch(r"#SBATCH --[a-z-]+(=\S+)?", line) for line in head)
    yaml = pytest.importorskip("yaml")
    kubernetes = yaml.safe_load(cluster.recipe(job, "kubernetes"))
    assert kubernetes["spec"]["completions"] == 400 and kubernetes["spec"]["completionMode"] == "Indexed"


@pytest.mark.skipif(not DOCS.exists(), reason="needs the repository")
@pytest.mark.parametrize("name", sorted(cluster.RECIPES))
def test_the_recipes_of_the_documentation_are_those_of_script(slow, name):
    given = ["--count", "--base", "24", "ABCDEF+GHIJKL=MNOPQR"]
    job = cluster.Job.create(slow / "job", given, 400)
    job.folder = pathlib.Path("/shared/job")
    path = DOCS / cluster.RECIPES[name]
    text = cluster.recipe(job, name, python="python3")
    if os.environ.get("UPDATE_RECIPES"):
        path.write_text(text)
    assert path.read_text() == text
