//! `fukumen serve` as its clients see it, over plain connections: answers, limits, clients that go away, signals.
//!
//! Needs the feature: `cargo test --features serve --test serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A puzzle whose search nobody sees the end of.
const ENDLESS: &str = r#"{"text": "ABCDEFGHIJ*KLMNOPQRST=UVWXYZabcdefghijklmn", "rules": {"base": 40, "case-sensitive": true}, "limits": {"seconds": 60}}"#;

struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_fukumen"))
            .args(["serve", "--bind", "127.0.0.1:0"])
            .args(options)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut log = BufReader::new(process.stderr.take().expect("it is a pipe"));
        let mut line = String::new();
        log.read_line(&mut line).expect("it says where it listens");
        // The rest must not fill the pipe.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        let address = line.rsplit_once("http://").expect("with an address").1.trim().to_string();
        Self { process, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout is set");
        stream
    }

    fn send(&self, what: &str, headers: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        let length = body.len();
        let head = format!(
            "POST /api/v1/{what} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
        );
        stream.write_all(head.as_bytes()).expect("it takes the head");
        // One that refuses the request may not read all of it.
        let _ = stream.write_all(body.as_bytes());
        stream
    }

    fn json_headers(&self) -> String {
        format!("Host: {}\r\nContent-Type: application/json\r\n", self.address)
    }

    fn raw(&self, what: &str, headers: &str, body: &str) -> Answer {
        Answer::read(self.send(what, headers, body))
    }

    fn post(&self, what: &str, body: &Value) -> Answer {
        self.raw(what, &self.json_headers(), &body.to_string())
    }

    fn get(&self, path: &str) -> Answer {
        let mut stream = self.connect();
        let head = format!("GET {path} HTTP/1.1\r\nConnection: close\r\nHost: {}\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).expect("it takes the head");
        Answer::read(stream)
    }

    /// Waits until a job is being done.
    fn is_busy(&self) {
        std::thread::sleep(Duration::from_millis(500));
    }

    fn end(&self) {
        let process = self.process.id().to_string();
        Command::new("kill").args(["-TERM", &process]).status().expect("there is kill");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        // A connection may be reset after an answer that came before the whole request was read.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8(bytes).expect("it is text");
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {text}"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("it has a status");
        let head = head.to_ascii_lowercase();
        let body = if head.contains("transfer-encoding: chunked") { joined(body) } else { body.into() };
        Self { status, head, body }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    fn key(&self) -> (u16, String) {
        (self.status, self.json()["error"]["key"].as_str().unwrap_or_default().to_string())
    }
}

/// The chunks of a body, joined.
fn joined(mut chunks: &str) -> String {
    let mut body = String::new();
    while let Some((length, rest)) = chunks.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).expect("a chunk has a length");
        body.push_str(&rest[..length]);
        chunks = rest[length..].trim_start_matches("\r\n");
    }
    body
}

#[test]
fn requests_are_answered_as_the_library_does() {
    let server = Server::start(&[]);
    let answer = server.post("solve", &json!({"text": "A/BC+D/EF+G/HI=1", "rules": {"digits": "1-9"}}));
    let solved = answer.json();
    assert_eq!((answer.status, &solved["count"], &solved["unique"]), (200, &json!(6), &json!(false)));
    assert_eq!(solved["solutions"].as_array().map(Vec::len), Some(6));
    assert_eq!(solved["solutions"][0], json!([5, 3, 4, 7, 6, 8, 9, 1, 2]));
    let refused = server.post("parse", &json!({"text": "SEND + + = MONEY"}));
    assert_eq!(refused.key(), (422, "missing-operand".into()));
    let order = json!({"kind": "words", "choices": {"words": "send\nmore\nmoney\n", "form": "A+B=C"}});
    assert_eq!(server.post("make", &order).json()["finds"][0]["text"], "send+more=money");
    assert!(server.get("/api/v1/list").json()["settings"].is_array());
    assert_eq!(server.get("/healthz").json()["status"], "ok");
    assert!(server.get("/openapi.yaml").body.starts_with("openapi:"));
}

#[test]
fn lines_come_with_the_answer_as_the_last() {
    let server = Server::start(&[]);
    let headers = format!("{}Accept: application/jsonl\r\n", server.json_headers());
    let answer = server.raw("solve", &headers, r#"{"text": "AB=B^2"}"#);
    let lines: Vec<Value> =
        answer.body.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert_eq!(lines[0]["event"], "plan");
    let rows: Vec<&Value> = lines.iter().filter(|line| line["event"] == "rows").collect();
    assert_eq!(rows[0]["rows"], json!([[2, 5], [3, 6]]));
    let last = lines.last().expect("there are lines");
    assert_eq!((&last["event"], &last["count"]), (&json!("end"), &json!(2)));
}

#[test]
fn what_nobody_should_send_is_refused() {
    let server = Server::start(&["--allow-origin", "https://example.org"]);
    let json = server.json_headers();
    let key = |what: &str, headers: &str, body: &str| server.raw(what, headers, body).key();
    assert_eq!(key("solve", &json, "[1]"), (400, "request-not-object".into()));
    assert_eq!(key("solve", &json, "{\"text\": \"\u{0}\"}"), (400, "request-not-object".into()));
    assert_eq!(key("format", &json, "{}"), (404, "not-found".into()));
    assert_eq!(key("list", &json, "{}"), (405, "other-method".into()));
    assert_eq!(
        key("solve", &json, &format!("{{\"text\": \"{}\"}}", "A".repeat(1 << 20))),
        (413, "too-long".into())
    );
    assert_eq!(key("solve", &json, &format!("{{\"text\": \"{}A\"}}", "(".repeat(100_000))).0, 422);
    assert_eq!(key("solve", &json, "{\"limits\": 7}"), (400, "request-wrong".into()));
    let plain = format!("Host: {}\r\nContent-Type: text/plain\r\n", server.address);
    assert_eq!(key("solve", &plain, "{}"), (415, "not-json".into()));
    let elsewhere = "Host: evil.example\r\nContent-Type: application/json\r\n";
    assert_eq!(key("solve", elsewhere, "{}"), (403, "forbidden".into()));
    assert_eq!(
        key("solve", &format!("{json}Origin: https://evil.example\r\n"), "{}"),
        (403, "forbidden".into())
    );
    let allowed = format!("{json}Origin: https://example.org\r\n");
    let answer = server.raw("solve", &allowed, "{\"text\": \"A=B\"}");
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("access-control-allow-origin: https://example.org"));
    assert!(answer.head.contains("frame-ancestors https://example.org"), "{}", answer.head);
    let own = format!("{json}Origin: http://{}\r\n", server.address);
    assert!(!server.raw("solve", &own, "{\"text\": \"A=B\"}").head.contains("access-control"));
}

#[test]
fn a_head_must_come_in_time() {
    let server = Server::start(&[]);
    let head = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    // The second request of a connection is answered as the first was, also after a pause.
    let mut stream = server.connect();
    for pause in [0, 1500] {
        std::thread::sleep(Duration::from_millis(pause));
        stream.write_all(head.as_bytes()).expect("it takes a head");
        let mut bytes = [0; 2000];
        let read = stream.read(&mut bytes).expect("it answers");
        assert!(String::from_utf8_lossy(&bytes[..read]).starts_with("HTTP/1.1 200"));
    }
    // A byte now and then is not enough, neither at first nor later.
    let slow = [server.connect(), stream].map(|mut stream| {
        let start = Instant::now();
        std::thread::spawn(move || {
            let mut writer = stream.try_clone().expect("it has two ends");
            std::thread::spawn(move || {
                while writer.write_all(b"G").is_ok() && start.elapsed() < Duration::from_secs(60) {
                    std::thread::sleep(Duration::from_millis(500));
                }
            });
            let _ = stream.read_to_end(&mut Vec::new());
            start.elapsed()
        })
    });
    for took in slow.map(|thread| thread.join().expect("it does not panic")) {
        assert!((9..30).contains(&took.as_secs()), "{took:?}");
    }
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn a_job_ends_when_its_client_goes_away() {
    let server = Server::start(&["--jobs", "1"]);
    for accept in ["application/json", "application/jsonl"] {
        let headers = format!("{}Accept: {accept}\r\n", server.json_headers());
        let stream = server.send("solve", &headers, ENDLESS);
        server.is_busy();
        drop(stream);
        let start = Instant::now();
        assert_eq!(server.post("solve", &json!({"text": "AB=B^2"})).json()["count"], 2);
        assert!(start.elapsed() < Duration::from_secs(10), "{accept}: {:?}", start.elapsed());
    }
}

#[test]
fn those_who_would_wait_too_long_are_told_to_come_back() {
    let server = Server::start(&["--jobs", "1", "--queue", "1", "--max-time", "3s"]);
    let first = server.send("solve", &server.json_headers(), ENDLESS);
    server.is_busy();
    let second = server.send("solve", &server.json_headers(), r#"{"text": "AB=B^2"}"#);
    server.is_busy();
    let third = server.post("solve", &json!({"text": "A=B"}));
    assert_eq!(third.key(), (503, "busy".into()));
    assert!(third.head.contains("retry-after: "));
    let first = Answer::read(first).json();
    assert_eq!((&first["stopped_by"], &first["exhausted"]), (&json!("timeout"), &json!(false)));
    assert_eq!(Answer::read(second).json()["count"], 2);
}

#[test]
fn a_signal_ends_open_answers_and_then_the_server() {
    let mut server = Server::start(&[]);
    let headers = format!("{}Accept: application/jsonl\r\n", server.json_headers());
    let streamed = server.send("solve", &headers, ENDLESS);
    let whole = server.send("solve", &server.json_headers(), ENDLESS);
    server.is_busy();
    let start = Instant::now();
    server.end();
    let last = Answer::read(streamed).body.lines().last().map(str::to_string).expect("there are lines");
    assert_eq!(serde_json::from_str::<Value>(&last).expect("it is JSON")["stopped_by"], "shutdown");
    assert_eq!(Answer::read(whole).json()["stopped_by"], "shutdown");
    let status = server.process.wait().expect("it ends");
    assert!(status.success() && start.elapsed() < Duration::from_secs(5), "{status} {:?}", start.elapsed());
}

#[test]
fn the_page_is_served_with_its_policy() {
    let folder = std::env::temp_dir().join(format!("fukumen-page-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder is made");
    std::fs::write(folder.join("index.html"), "<html><head></head></html>").expect("a file is written");
    std::fs::write(folder.join("fukumen.wasm"), "").expect("a file is written");
    let server = Server::start(&["--page", folder.to_str().expect("the path is text")]);
    let first = server.get("/");
    assert!(first.body.contains("<meta name=\"fukumen-api\" content=\"api/v1\">"), "{}", first.body);
    assert!(first.head.contains("content-security-policy: default-src 'none'"), "{}", first.head);
    assert!(first.head.contains("frame-ancestors 'none'"), "{}", first.head);
    assert!(first.head.contains("x-content-type-options: nosniff"));
    assert!(server.get("/fukumen.wasm").head.contains("content-type: application/wasm"));
    assert_eq!(server.get("/../Cargo.toml").status, 404);
    assert_eq!(server.get("/%2e%2e/%2e%2e/etc/passwd").status, 404);
    std::fs::remove_dir_all(folder).expect("the folder is removed");
}

/// With the feature `page`, and if `make page` has run before.
#[cfg(feature = "page")]
#[test]
fn the_page_may_be_built_in() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist");
    let server = Server::start(&[]);
    let first = server.get("/");
    let Ok(index) = std::fs::read_to_string(root.join("index.html")) else {
        assert_eq!(first.status, 404);
        return;
    };
    let meta = "<meta name=\"fukumen-api\" content=\"api/v1\">";
    assert_eq!(first.body, index.replacen("<head>", &format!("<head>{meta}"), 1));
    assert!(first.head.contains("content-security-policy: default-src 'none'"), "{}", first.head);
    assert!(server.get("/icon.svg").head.contains("content-type: image/svg+xml"));
    assert!(server.get("/offline.js").head.contains("content-type: text/javascript"));
    assert_eq!(server.get("/../Cargo.toml").status, 404);
    assert_eq!(server.get("/healthz").json()["status"], "ok");
}
