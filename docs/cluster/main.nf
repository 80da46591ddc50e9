// Nextflow: nextflow run main.nf -resume. Shards are tasks, which it remembers; the folder of the job holds their results.
//
// The job: fukumen solve --format jsonl --count --base 24 ABCDEF+GHIJKL=MNOPQR
nextflow.enable.dsl = 2

params.job = "/shared/job"
params.python = "python3"

process shard {
    errorStrategy 'retry'
    maxRetries 3

    input:
    val number

    output:
    val number

    script:
    """
    '${params.python}' -m fukumen.cluster shard '${params.job}' ${number}
    """
}

process merge {
    input:
    val numbers

    output:
    stdout

    script:
    """
    '${params.python}' -m fukumen.cluster merge '${params.job}' -o '${params.job}/merged.jsonl'
    """
}

workflow {
    Channel.of(1..400) | shard | collect | merge
}
