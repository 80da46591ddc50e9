#!/bin/sh
#SBATCH --job-name=fukumen
#SBATCH --array=1-@SHARDS@%50
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --output=/dev/null
# Slurm: an array of @SHARDS@ tasks, 50 at a time. Submit it again to go on: shards that are done are done at once. Sites limit how
# long an array may be (MaxArraySize): with more shards, submit it in parts, --array=1-1000 and so on.
#
# The job: fukumen @COMMAND@
# At the end: sbatch --dependency=afterok:JOBID --wrap "@PYTHON@ -m fukumen.cluster merge @JOB@ -o @JOB@/merged.@ENDING@"
set -eu
exec @PYTHON@ -m fukumen.cluster shard @JOB@ "$SLURM_ARRAY_TASK_ID"
