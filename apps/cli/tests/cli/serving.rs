//! `tsumugi serve` under way, and requests to it as a program without a browser sends them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use testkit::cli::TestCli;

/// The program at work as a server.
pub(crate) struct Serving {
    child: Child,
    pub(crate) address: String,
    pub(crate) token: Option<String>,
    /// What it says to open.
    pub(crate) url: String,
}

impl Serving {
    pub(crate) fn begin(cli: &TestCli, arguments: &[&str]) -> Self {
        let mut words = vec!["serve", "--port", "0", "--json"];
        words.extend(arguments);
        let mut child = cli.command(&words).spawn().unwrap();
        let mut told = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        while serde_json::from_str::<serde_json::Value>(&told).is_err() {
            assert!(stdout.read_line(&mut told).unwrap() > 0, "it left without a word: {told}");
        }
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        let port = told["address"].as_str().unwrap().rsplit(':').next().unwrap().to_owned();
        let token = told["token"].as_str().map(ToOwned::to_owned);
        let url = told["url"].as_str().unwrap().to_owned();
        Self { child, address: format!("127.0.0.1:{port}"), token, url }
    }

    /// The whole answer to a request, head and body.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> String {
        request(&self.address, self.token.as_deref(), method, path, "Content-Type: application/json", body)
    }

    /// Stops it as Ctrl-C does, and gives everything it wrote to standard error.
    pub(crate) fn stop_and_read_log(mut self) -> String {
        let mut stderr = self.child.stderr.take().unwrap();
        assert_eq!(self.stop(), Some(0));
        let mut log = String::new();
        stderr.read_to_string(&mut log).unwrap();
        log
    }

    /// What it writes to standard error from now on, also after it was killed.
    pub(crate) fn follow_log(&mut self) -> Log {
        let (log, stderr) = (Log::default(), self.child.stderr.take().unwrap());
        let written = Arc::clone(&log.0);
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                written.lock().unwrap().push_str(&(line + "\n"));
            }
        });
        log
    }

    /// Stops it as Ctrl-C does, and says with which code it left.
    pub(crate) fn stop(self) -> Option<i32> {
        self.signal("INT");
        self.wait()
    }

    pub(crate) fn signal(&self, name: &str) {
        let (signal, id) = (format!("-{name}"), self.child.id().to_string());
        let sent = Command::new("kill").args([&signal, &id]).stdout(Stdio::null()).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until it has left, and says with which code.
    pub(crate) fn wait(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It would stay at work after the test. Who has left needs no killing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a server has written to standard error.
#[derive(Default)]
pub(crate) struct Log(Arc<Mutex<String>>);

impl Log {
    pub(crate) fn text(&self) -> String {
        self.0.lock().unwrap().clone()
    }
}

/// The whole answer of a server to a request with one more line in its head.
pub(crate) fn request(
    address: &str,
    token: Option<&str>,
    method: &str,
    path: &str,
    header: &str,
    body: &str,
) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let authorization = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Tsumugi: 1\r\n{authorization}Connection: close\r\n\
         {header}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
