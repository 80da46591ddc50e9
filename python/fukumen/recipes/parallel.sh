#!/bin/sh
# GNU parallel: one machine, or a few by ssh (--sshloginfile nodes.txt, with the folder shared).
# Run it again to go on: shards that are done are done at once.
#
# The job: fukumen @COMMAND@
# Its folder: python -m fukumen.cluster create @JOB@ --shards @SHARDS@ -- …
set -eu
parallel --joblog @JOB@/parallel.log --retries 3 --eta \
    @PYTHON@ -m fukumen.cluster shard @JOB@ '{}' ::: $(seq @SHARDS@)
@PYTHON@ -m fukumen.cluster merge @JOB@ -o @JOB@/merged.@ENDING@
