//! The options of `fukumen serve`.

pub use with_server::*;

#[cfg(not(feature = "serve"))]
mod with_server {
    use clap::Args;

    /// Any options, because the answer is the same.
    #[derive(Args)]
    #[command(after_help = "This program was built without it: cargo install --path . --features serve")]
    pub struct Serve {
        #[arg(num_args = 0.., allow_hyphen_values = true, trailing_var_arg = true, hide = true)]
        options: Vec<String>,
    }
}

#[cfg(feature = "serve")]
mod with_server {
    use std::net::SocketAddr;
    use std::path::PathBuf;
    use std::time::Duration;

    use clap::Args;

    use crate::cli::amounts;

    /// The options.
    #[derive(Args)]
    #[command(after_help = "\
Examples:
  fukumen serve --page web/dist       the page, made by 'make page', at http://127.0.0.1:8017
  curl -H 'Content-Type: application/json' -d '{\"text\": \"SEND+MORE=MONEY\"}' \\
       http://127.0.0.1:8017/api/v1/solve

The API is described at /openapi.yaml. The first Ctrl-C ends all work and then the server, the second ends it at once.")]
    pub struct Serve {
        /// Listen at this address
        #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8017")]
        pub bind: SocketAddr,
        /// Serve the page in this folder, such as web/dist (default: the page that was built in, if any)
        #[arg(long, value_name = "DIR")]
        pub page: Option<PathBuf>,
        /// Use at most N threads for each job
        #[arg(long, value_name = "N", value_parser = amounts::count(1), default_value = "1")]
        pub threads: usize,
        /// Do at most N jobs at once (default: the number of processors)
        #[arg(long, value_name = "N", value_parser = amounts::count(1))]
        pub jobs: Option<usize>,
        /// Stop a job after this time unless it asks for another
        #[arg(long, value_name = "TIME", value_parser = amounts::duration, default_value = "10s")]
        pub time: Duration,
        /// Stop every job after this time
        #[arg(long, value_name = "TIME", value_parser = amounts::duration, default_value = "60s")]
        pub max_time: Duration,
        /// Stop a job at this much memory
        #[arg(long, value_name = "SIZE", value_parser = amounts::bytes, default_value = "256M")]
        pub memory: u64,
        /// Let at most N requests wait; more are refused
        #[arg(long, value_name = "N", value_parser = amounts::count(0), default_value = "64")]
        pub queue: usize,
        /// Answer requests to this host too; only the loopback is answered otherwise
        #[arg(long, value_name = "NAME")]
        pub allow_host: Vec<String>,
        /// Let pages from this origin ask, and show the page in a frame, such as https://example.org
        #[arg(long, value_name = "URL")]
        pub allow_origin: Vec<String>,
        /// No notes on standard error, errors only
        #[arg(short, long)]
        pub quiet: bool,
    }
}
