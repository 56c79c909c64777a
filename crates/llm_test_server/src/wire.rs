//! The bytes of HTTP/1.1 replies.

use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

pub(crate) async fn chunk(socket: &mut BufReader<TcpStream>, bytes: &[u8]) -> std::io::Result<()> {
    socket.write_all(&framed(bytes)).await?;
    socket.flush().await
}

/// A piece of a body as HTTP wants it where nobody knows the length of the whole.
pub(crate) fn framed(bytes: &[u8]) -> Vec<u8> {
    let mut framed = format!("{:x}\r\n", bytes.len()).into_bytes();
    framed.extend_from_slice(bytes);
    framed.extend_from_slice(b"\r\n");
    framed
}

pub(crate) async fn write_whole(
    socket: &mut BufReader<TcpStream>,
    status: u16,
    headers: &[(&str, &str)],
    body: &str,
) -> std::io::Result<()> {
    let kind = if body.starts_with('<') { "text/html" } else { "application/json" };
    let headers: Vec<String> = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let headers = headers.concat();
    let length = body.len();
    let whole = format!(
        "HTTP/1.1 {status} Status\r\ncontent-type: {kind}\r\n{headers}content-length: {length}\r\n\r\n{body}"
    );
    socket.write_all(whole.as_bytes()).await?;
    socket.flush().await
}

/// Words that never repeat.
pub(crate) fn long_text(n_bytes: usize) -> String {
    let mut text = String::with_capacity(n_bytes + 32);
    let mut number = 0_u64;
    while text.len() < n_bytes {
        text.push_str(&number.to_string());
        text.push_str(" bottles of beer on the wall, ");
        number += 1;
    }
    text
}
