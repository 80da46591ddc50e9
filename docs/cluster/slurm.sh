#!/bin/sh
#SBATCH --job-name=fukumen
#SBATCH --array=1-400%50
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --output=/dev/null
# Slurm: an array of 400 tasks, 50 at a time. Submit it again to go on: shards that are done are done at once. Sites limit how
# long an array may be (MaxArraySize): with more shards, submit it in parts, --array=1-1000 and so on.
#
# The job: fukumen solve --format jsonl --count --base 24 ABCDEF+GHIJKL=MNOPQR
# At the end: sbatch --dependency=afterok:JOBID --wrap "python3 -m fukumen.cluster merge /shared/job -o /shared/job/merged.jsonl"
set -eu
exec python3 -m fukumen.cluster shard /shared/job "$SLURM_ARRAY_TASK_ID"
