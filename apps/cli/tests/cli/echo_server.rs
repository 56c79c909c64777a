//! A service with a bad habit: it refuses every request and repeats the key in its explanation.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A server that answers until the test is over.
pub(crate) struct EchoServer {
    address: SocketAddr,
    n_answered: Arc<AtomicUsize>,
}

impl EchoServer {
    /// Answers every request with this status.
    pub(crate) fn start(status: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let n_answered = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&n_answered);
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                // A client that hangs up is no reason to stop.
                if connection.and_then(|connection| answer(connection, status)).is_ok() {
                    counted.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
        Self { address, n_answered }
    }

    pub(crate) fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub(crate) fn n_answered(&self) -> usize {
        self.n_answered.load(Ordering::SeqCst)
    }
}

fn answer(connection: TcpStream, status: u16) -> std::io::Result<()> {
    let mut reader = BufReader::new(connection);
    let (mut key, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            if line.trim_end().is_empty() {
                break;
            }
            continue;
        };
        match name.to_ascii_lowercase().as_str() {
            "authorization" => value.trim_start_matches("Bearer ").clone_into(&mut key),
            "content-length" => length = value.parse().unwrap_or(0),
            _ => {}
        }
    }
    reader.by_ref().take(length).read_to_end(&mut Vec::new())?;
    let message = format!("Incorrect API key provided: {key}. (Header: Bearer {key})");
    let body = serde_json::json!({"error": {"message": message, "type": "error", "code": key}}).to_string();
    let mut connection = reader.into_inner();
    write!(
        connection,
        "HTTP/1.1 {status} No\r\ncontent-type: application/json\r\nx-key: {key}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    connection.flush()
}
