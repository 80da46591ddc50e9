#!/bin/sh
# GNU parallel: one machine, or a few by ssh (--sshloginfile nodes.txt, with the folder shared).
# Run it again to go on: shards that are done are done at once.
#
# The job: fukumen solve --format jsonl --count --base 24 ABCDEF+GHIJKL=MNOPQR
# Its folder: python -m fukumen.cluster create /shared/job --shards 400 -- …
set -eu
parallel --joblog /shared/job/parallel.log --retries 3 --eta \
    python3 -m fukumen.cluster shard /shared/job '{}' ::: $(seq 400)
python3 -m fukumen.cluster merge /shared/job -o /shared/job/merged.jsonl
