//! Stands between a program and a database, and loses what it is told to.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What becomes of the next `COMMIT` that comes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommitFate {
    /// It is passed on, and so is its answer.
    Passed,
    /// It reaches the database, its answer nobody.
    Swallowed,
    /// It does not reach the database.
    Cut,
}

const FATES: [CommitFate; 3] = [CommitFate::Passed, CommitFate::Swallowed, CommitFate::Cut];

/// A proxy that ends with the test's process.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    state: Arc<ProxyState>,
}

#[derive(Debug, Default)]
struct ProxyState {
    /// The place in [`FATES`] of what becomes of the next commit.
    next: AtomicU8,
    /// Both ends of what is connected.
    open: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    /// A proxy before the database at this port.
    pub fn before(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let proxy = Self { port: listener.local_addr().unwrap().port(), state: Arc::default() };
        let state = Arc::clone(&proxy.state);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // A database that is down refuses; then so does the proxy.
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                let state = Arc::clone(&state);
                std::thread::spawn(move || pass_on(&client, &server, &state));
            }
        });
        proxy
    }

    /// The address of a database, through this proxy.
    pub fn address(&self, address: &str, port: u16) -> String {
        address.replace(&format!(":{port}/"), &format!(":{}/", self.port))
    }

    /// Says what becomes of the next commit, whoever makes it.
    pub fn next_commit(&self, fate: CommitFate) {
        let place = FATES.iter().position(|one| *one == fate).unwrap_or_default();
        self.state.next.store(u8::try_from(place).unwrap(), Ordering::SeqCst);
    }

    /// Whether that commit has come by.
    pub fn has_met_it(&self) -> bool {
        self.state.next.load(Ordering::SeqCst) == 0
    }

    /// Cuts every connection there is.
    pub fn cut_all(&self) {
        let open = std::mem::take(&mut *self.state.open.lock().unwrap_or_else(PoisonError::into_inner));
        for stream in open {
            // It may be closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn pass_on(client: &TcpStream, server: &TcpStream, state: &ProxyState) {
    if let (Ok(one), Ok(other)) = (client.try_clone(), server.try_clone()) {
        state.open.lock().unwrap_or_else(PoisonError::into_inner).extend([one, other]);
    }
    std::thread::scope(|scope| {
        scope.spawn(|| {
            copy(server, client);
            let _ = client.shutdown(Shutdown::Both);
        });
        ask(client, server, state);
        let _ = server.shutdown(Shutdown::Both);
        let _ = client.shutdown(Shutdown::Both);
    });
}

fn copy(mut from: &TcpStream, mut to: &TcpStream) {
    let mut buffer = vec![0; 65536];
    while let Ok(n) = from.read(&mut buffer) {
        if n == 0 || to.write_all(buffer.get(..n).unwrap_or_default()).is_err() {
            break;
        }
    }
}

fn ask(mut client: &TcpStream, mut server: &TcpStream, state: &ProxyState) {
    let mut buffer = vec![0; 65536];
    while let Ok(n) = client.read(&mut buffer) {
        let bytes = buffer.get(..n).unwrap_or_default();
        if bytes.windows(6).any(|word| word == b"COMMIT") {
            match FATES.get(usize::from(state.next.swap(0, Ordering::SeqCst))) {
                Some(CommitFate::Swallowed) => {
                    let _ = client.shutdown(Shutdown::Both);
                    let _ = server.write_all(bytes);
                    std::thread::sleep(Duration::from_millis(300));
                    return;
                }
                Some(CommitFate::Cut) => return,
                Some(CommitFate::Passed) | None => {}
            }
        }
        if n == 0 || server.write_all(bytes).is_err() {
            return;
        }
    }
}
