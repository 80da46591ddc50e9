// Nextflow: nextflow run main.nf -resume. Shards are tasks, which it remembers; the folder of the job holds their results.
//
// The job: fukumen @COMMAND@
nextflow.enable.dsl = 2

params.job = @JOB_TEXT@
params.python = @PYTHON_TEXT@

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
    '${params.python}' -m fukumen.cluster merge '${params.job}' -o '${params.job}/merged.@ENDING@'
    """
}

workflow {
    Channel.of(1..@SHARDS@) | shard | collect | merge
}
