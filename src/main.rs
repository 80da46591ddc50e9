//! The program `fukumen`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(fukumen::cli::run(std::env::args_os()) as u8)
}
