"""Ray: python with_ray.py, where a cluster of it runs already. Run it again to go on: shards that are done are done at once.

The folder of the job must be shared by the nodes.
"""

import subprocess

import ray

# The job: fukumen solve --format jsonl --count --base 24 ABCDEF+GHIJKL=MNOPQR
JOB = "/shared/job"
PYTHON = "python3"


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def shard(number):
    subprocess.run([PYTHON, "-m", "fukumen.cluster", "shard", JOB, str(number)], check=True)
    return number


if __name__ == "__main__":
    ray.init()
    waiting = [shard.remote(number) for number in range(1, 400 + 1)]
    while waiting:
        done, waiting = ray.wait(waiting)
        for one in done:
            print(f"shard {ray.get(one)} of 400")
    subprocess.run([PYTHON, "-m", "fukumen.cluster", "merge", JOB, "-o", f"{JOB}/merged.jsonl"], check=True)
