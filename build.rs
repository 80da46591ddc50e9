//! Lists the files of the page for builds that hold it: with the feature `page`, from `web/dist`, where `make page` puts them.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return;
    }
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder")).join("web/dist");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    if root.join("index.html").is_file() {
        list(&root, &root, &mut files);
    } else {
        println!("cargo::warning=there is no page in web/dist, so none is built in: make page");
    }
    files.sort();
    let line = |(name, path): &(String, PathBuf)| format!("    ({name:?}, include_bytes!({path:?})),\n");
    let text = format!("&[\n{}]\n", files.iter().map(line).collect::<String>());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    fs::write(out.join("page.rs"), text).expect("the folder can be written to");
}

/// The files below a folder, each with its address.
fn list(folder: &Path, root: &Path, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            list(&path, root, files);
        } else if let Ok(below) = path.strip_prefix(root) {
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            files.push((format!("/{}", parts.join("/")), path));
        }
    }
}
