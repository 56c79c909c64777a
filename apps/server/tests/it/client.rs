//! A client that says exactly what it is told to, well-formed or not.

use crate::operations::Sent;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Speaks to one server.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    headers: Vec<(String, String)>,
}

/// What came back.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: hyper::HeaderMap,
    pub(crate) bytes: Bytes,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("{} is no JSON", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The reply, which must have this status.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        self
    }
}

impl Client {
    /// A program that says it is meant.
    pub(crate) fn new(address: SocketAddr) -> Self {
        let headers =
            vec![("host".to_owned(), address.to_string()), ("x-tsumugi".to_owned(), "1".to_owned())];
        Self { address, headers }
    }

    /// The same without this header, or with another one in its place.
    pub(crate) fn with(&self, name: &str, value: Option<&str>) -> Self {
        let mut client = self.clone();
        client.headers.retain(|(known, _)| known != name);
        client.headers.extend(value.map(|value| (name.to_owned(), value.to_owned())));
        client
    }

    /// What it sends in this header.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None, Vec::new()).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, None, Vec::new()).await
    }

    pub(crate) async fn json(&self, method: &str, path: &str, body: &Value) -> Reply {
        self.send(method, path, Some("application/json"), body.to_string().into_bytes()).await
    }

    /// Uploads a file with further fields.
    pub(crate) async fn upload(&self, path: &str, name: &str, file: &[u8], fields: &[(&str, &str)]) -> Reply {
        let mut body = Vec::new();
        for (field, value) in fields {
            body.extend(
                format!("--x\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n").bytes(),
            );
        }
        body.extend(
            format!("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n")
                .bytes(),
        );
        body.extend(file);
        body.extend(b"\r\n--x--\r\n");
        self.send("POST", path, Some("multipart/form-data; boundary=x"), body).await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, kind: Option<&str>, body: Vec<u8>) -> Reply {
        let response = self.open(method, path, kind, body).await;
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Reply { status: parts.status, headers: parts.headers, bytes }
    }

    /// Sends a request and gives back the answer with its body still to come.
    pub(crate) async fn open(
        &self,
        method: &str,
        path: &str,
        kind: Option<&str>,
        body: Vec<u8>,
    ) -> Response<Incoming> {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        let request = request.body(Full::new(Bytes::from(body))).unwrap();
        let mut sender = self.connect().await;
        sender.send_request(request).await.unwrap()
    }

    /// Begins to send a body of this length and sends no more of it.
    pub(crate) async fn begin_body(&self, path: &str, length: usize) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let mut head = vec![format!("PATCH {path} HTTP/1.1\r\n")];
        head.extend(self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")));
        head.push(format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{{"));
        stream.write_all(head.concat().as_bytes()).await.unwrap();
        stream
    }

    async fn connect(&self) -> SendRequest<Full<Bytes>> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        sender
    }

    /// Sends the head of a request, and waits until the server asks for the body.
    pub(crate) async fn hold(&self, method: &str, sent: &Sent) -> HeldRequest {
        let mut head = format!("{method} {} HTTP/1.1\r\n", sent.path);
        for (name, value) in &self.headers {
            head.extend([name.as_str(), ": ", value, "\r\n"]);
        }
        let (kind, length) = (sent.kind.unwrap(), sent.body.len().to_string());
        head.extend(["content-type: ", kind, "\r\ncontent-length: ", &length, "\r\n"]);
        head.push_str("expect: 100-continue\r\nconnection: close\r\n\r\n");
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(stream.read_u8().await.unwrap());
        }
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 100"), "{method} {}: {answer}", sent.path);
        HeldRequest { stream, body: sent.body.clone() }
    }

    /// Follows a stream of events.
    pub(crate) async fn follow(&self, path: &str, after: Option<u64>) -> Stream {
        let after = after.map(|after| after.to_string());
        let response = self.with("last-event-id", after.as_deref()).open("GET", path, None, Vec::new()).await;
        assert_eq!(response.status(), 200);
        Stream { body: response.into_body(), text: String::new() }
    }
}

/// A request whose body is still to come.
pub(crate) struct HeldRequest {
    stream: TcpStream,
    body: Vec<u8>,
}

impl HeldRequest {
    /// Sends the body; the status of the answer, and the beginning of what follows it.
    pub(crate) async fn finish(mut self) -> (u16, String) {
        self.stream.write_all(&self.body).await.unwrap();
        let mut answer = vec![0; 4_096];
        let n = self.stream.read(&mut answer).await.unwrap();
        answer.truncate(n);
        let text = String::from_utf8_lossy(&answer).into_owned();
        let status = text.split(' ').nth(1).unwrap().parse().unwrap();
        (status, text)
    }
}

/// Server-sent events, one by one.
pub(crate) struct Stream {
    body: Incoming,
    text: String,
}

/// An event.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) id: Option<u64>,
    pub(crate) name: String,
    pub(crate) data: Value,
}

impl Stream {
    /// The next event; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.text = rest;
                if let Some(event) = parse(&event) {
                    return Some(event);
                }
                continue;
            }
            let frame = self.body.frame().await?.ok()?;
            self.text.push_str(&String::from_utf8_lossy(&frame.into_data().ok()?));
        }
    }

    /// All events up to the one with this name.
    pub(crate) async fn until(&mut self, name: &str) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            let is_last = event.name == name;
            events.push(event);
            if is_last {
                return events;
            }
        }
        panic!("no `{name}` in {events:?}")
    }
}

fn parse(text: &str) -> Option<Event> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let data = serde_json::from_str(field("data:")?).ok()?;
    Some(Event { id: field("id:").and_then(|id| id.parse().ok()), name: field("event:")?.to_owned(), data })
}
