//! `fukumen serve`: serves the page and its requests over HTTP, or says how to get them.

use crate::cli::command::Serve;
use crate::cli::status::Status;

/// Says how to get the command.
#[cfg(not(feature = "serve"))]
pub fn serve(_options: Serve) -> anyhow::Result<Status> {
    anyhow::bail!(
        "this program was built without 'serve'; build it with the feature: cargo install fukumen --features serve, \
         or from the sources cargo run --release --features serve -- serve"
    )
}

/// Serves until it is interrupted.
#[cfg(feature = "serve")]
pub fn serve(options: Serve) -> anyhow::Result<Status> {
    use crate::cli::message;
    use crate::serve;

    let Serve { bind, page, threads, jobs, time, max_time, memory, queue, allow_host, allow_origin, quiet } =
        options;
    if let Some(page) = &page {
        anyhow::ensure!(page.join("index.html").is_file(), "there is no page in '{}'", page.display());
    }
    let (hosts, origins) = (allow_host, allow_origin);
    let time = time.min(max_time);
    let options = serve::Options { bind, page, threads, jobs, time, max_time, memory, queue, hosts, origins };
    serve::serve(options, &move |line| {
        if !quiet {
            message::plain(line);
        }
    })?;
    Ok(Status::Found)
}
