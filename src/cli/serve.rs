//! `fukumen serve`: serves the page and its requests over HTTP, or says how to get them.

use clap::{ArgMatches, Command};

use crate::cli::status::Status;

/// Defines the command.
pub fn command() -> Command {
    let about = "Serve the page and an API on this machine";
    with_server::command(Command::new("serve").about(about))
}

/// Serves until it is interrupted.
pub fn serve(matches: &ArgMatches) -> anyhow::Result<Status> {
    with_server::serve(matches)
}

#[cfg(not(feature = "serve"))]
mod with_server {
    use clap::Arg;

    use super::*;

    /// Accepts any arguments, because the answer is the same.
    pub fn command(command: Command) -> Command {
        let rest =
            Arg::new("options").num_args(0..).allow_hyphen_values(true).trailing_var_arg(true).hide(true);
        command
            .arg(rest)
            .after_help("This program was built without it: cargo install fukumen --features serve")
    }

    pub fn serve(_matches: &ArgMatches) -> anyhow::Result<Status> {
        anyhow::bail!(
            "this program was built without 'serve'; build it with the feature: cargo install fukumen --features serve, \
             or from the sources cargo run --release --features serve -- serve"
        )
    }
}

#[cfg(feature = "serve")]
mod with_server {
    use std::net::SocketAddr;
    use std::path::PathBuf;
    use std::time::Duration;

    use clap::{Arg, ArgAction, value_parser};

    use super::*;
    use crate::cli::{amounts, message, options};
    use crate::serve;
    use crate::serve::Options;

    const EXAMPLES: &str = "\
Examples:
  fukumen serve --page web/dist       the page, made by 'make page', at http://127.0.0.1:8017
  curl -H 'Content-Type: application/json' -d '{\"text\": \"SEND+MORE=MONEY\"}' \\
       http://127.0.0.1:8017/api/v1/solve

The API is described at /openapi.yaml. The first Ctrl-C ends all work and then the server, the second ends it at once.";

    pub fn command(command: Command) -> Command {
        command.after_help(EXAMPLES).defer(|command| command.args(arguments()))
    }

    fn arguments() -> [Arg; 11] {
        let value = |name: &'static str, takes: &'static str| Arg::new(name).long(name).value_name(takes);
        let number = |name: &'static str, least| value(name, "N").value_parser(amounts::whole(least));
        let time = |name: &'static str, default| {
            value(name, "TIME").value_parser(amounts::duration).default_value(default)
        };
        [
            value("bind", "ADDRESS")
                .value_parser(value_parser!(SocketAddr))
                .default_value("127.0.0.1:8017")
                .help("Listen at this address"),
            value("page", "DIR")
                .value_parser(value_parser!(PathBuf))
                .help("Serve the page in this folder, such as web/dist (default: the page that was built in, if any)"),
            number("threads", 1).default_value("1").help("Use at most N threads for each job"),
            number("jobs", 1).help("Do at most N jobs at once (default: the number of processors)"),
            time("time", "10s").help("Stop a job after this time unless it asks for another"),
            time("max-time", "60s").help("Stop every job after this time"),
            value("memory", "SIZE")
                .value_parser(amounts::bytes)
                .default_value("256M")
                .help("Stop a job at this much memory"),
            number("queue", 0).default_value("64").help("Let at most N requests wait; more are refused"),
            value("allow-host", "NAME")
                .action(ArgAction::Append)
                .help("Answer requests to this host too; only the loopback is answered otherwise"),
            value("allow-origin", "URL")
                .action(ArgAction::Append)
                .help("Let pages from this origin ask, such as https://example.org"),
            options::quiet(),
        ]
    }

    pub fn serve(matches: &ArgMatches) -> anyhow::Result<Status> {
        let number = |name: &str| {
            matches.get_one::<u64>(name).map(|number| usize::try_from(*number).unwrap_or(usize::MAX))
        };
        let time = |name: &str| matches.get_one::<Duration>(name).copied().unwrap_or_default();
        let texts = |name: &str| matches.get_many::<String>(name).into_iter().flatten().cloned().collect();
        let page = matches.get_one::<PathBuf>("page").cloned();
        if let Some(page) = &page {
            anyhow::ensure!(page.join("index.html").is_file(), "there is no page in '{}'", page.display());
        }
        let is_quiet = matches.get_flag("quiet");
        let options = Options {
            bind: *matches.get_one("bind").expect("it has a default"),
            page,
            threads: number("threads").unwrap_or(1),
            jobs: number("jobs"),
            time: time("time").min(time("max-time")),
            max_time: time("max-time"),
            memory: matches.get_one("memory").copied().unwrap_or(u64::MAX),
            queue: number("queue").unwrap_or_default(),
            hosts: texts("allow-host"),
            origins: texts("allow-origin"),
        };
        serve::serve(options, &move |line| {
            if !is_quiet {
                message::plain(line);
            }
        })?;
        Ok(Status::Found)
    }
}
