//! Stands between a program and a database: loses, delays and holds back what it is told to.

use crate::conversation::Conversation;
use std::fmt;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
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

/// Where a `COMMIT` is held until its program is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeldAt {
    /// Before the database has heard of it: nothing of the transaction is there.
    Before,
    /// After the database has answered: everything is there, and the program does not know.
    After,
}

/// Decides by its statements whether the commit of a transaction is held.
type HoldCommit = dyn Fn(&[String]) -> Option<HeldAt> + Send + Sync;

/// A proxy that ends with the test's process.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    state: Arc<ProxyState>,
}

#[derive(Default)]
struct ProxyState {
    /// The place in [`FATES`] of what becomes of the next commit.
    next: AtomicU8,
    hold: Mutex<Option<Arc<HoldCommit>>>,
    /// Whether nothing passes any more, because a commit is held or about to be.
    is_stopped: AtomicBool,
    /// Whether a commit is where it is to be held.
    is_held: AtomicBool,
    /// How long everything is on its way, in each direction.
    delay_ms: AtomicU64,
    /// While this is true nothing passes in either direction, and nothing is lost: what was sent arrives afterwards.
    is_parted: Mutex<bool>,
    healed: Condvar,
    /// Both ends of what is connected.
    open: Mutex<Vec<TcpStream>>,
}

impl fmt::Debug for ProxyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProxyState").field("is_held", &self.is_held).finish_non_exhaustive()
    }
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

    /// Holds the first commit that `hold` says so of. From then on nothing passes, so that the program can be killed exactly
    /// there; its connections to the database end with it.
    pub fn hold_commit(&self, hold: impl Fn(&[String]) -> Option<HeldAt> + Send + Sync + 'static) {
        *self.state.hold.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(hold));
    }

    /// Whether a commit is held.
    pub fn is_held(&self) -> bool {
        self.state.is_held.load(Ordering::SeqCst)
    }

    /// Everything takes so long from now on, in each direction.
    pub fn delay(&self, long: Duration) {
        self.state.delay_ms.store(u64::try_from(long.as_millis()).unwrap(), Ordering::SeqCst);
    }

    /// Nothing passes any more, as when a cable was pulled: neither side is told.
    pub fn part(&self) {
        *self.state.is_parted.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }

    /// Everything passes again; what was sent meanwhile arrives now.
    pub fn heal(&self) {
        *self.state.is_parted.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.state.healed.notify_all();
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
    // Set before a commit is passed on whose answer is to be kept from the program.
    let keeps_answer = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            answer(server, client, state, &keeps_answer);
            let _ = client.shutdown(Shutdown::Both);
        });
        ask(client, server, state, &keeps_answer);
        let _ = server.shutdown(Shutdown::Both);
        let _ = client.shutdown(Shutdown::Both);
    });
}

fn answer(mut server: &TcpStream, mut client: &TcpStream, state: &ProxyState, keeps_answer: &AtomicBool) {
    let mut buffer = vec![0; 65536];
    while let Ok(n) = server.read(&mut buffer) {
        if n > 0 && keeps_answer.load(Ordering::SeqCst) {
            state.is_held.store(true, Ordering::SeqCst);
            continue;
        }
        state.travel();
        if n == 0 || client.write_all(buffer.get(..n).unwrap_or_default()).is_err() {
            break;
        }
    }
}

fn ask(mut client: &TcpStream, mut server: &TcpStream, state: &ProxyState, keeps_answer: &AtomicBool) {
    let mut conversation = Conversation::default();
    let mut buffer = vec![0; 65536];
    while let Ok(n) = client.read(&mut buffer) {
        state.travel();
        let bytes = buffer.get(..n).unwrap_or_default();
        if let Some(statements) = conversation.read(bytes) {
            let held_at = state.held_at(&statements);
            state.is_stopped.fetch_or(held_at.is_some(), Ordering::SeqCst);
            match held_at {
                Some(HeldAt::Before) => {
                    state.is_held.store(true, Ordering::SeqCst);
                    return wait_for_end(client);
                }
                Some(HeldAt::After) => {
                    keeps_answer.store(true, Ordering::SeqCst);
                    let _ = server.write_all(bytes);
                    return wait_for_end(client);
                }
                None => {}
            }
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
        if n > 0 && state.is_stopped.load(Ordering::SeqCst) {
            return wait_for_end(client);
        }
        if n == 0 || server.write_all(bytes).is_err() {
            return;
        }
    }
}

impl ProxyState {
    /// Waits as long as what was sent is on its way.
    fn travel(&self) {
        std::thread::sleep(Duration::from_millis(self.delay_ms.load(Ordering::SeqCst)));
        let is_parted = self.is_parted.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.healed.wait_while(is_parted, |is_parted| *is_parted));
    }

    /// Whether this commit is held. Only one is.
    fn held_at(&self, statements: &[String]) -> Option<HeldAt> {
        let mut hold = self.hold.lock().unwrap_or_else(PoisonError::into_inner);
        let held_at = hold.as_ref().and_then(|hold| hold(statements));
        if held_at.is_some() {
            *hold = None;
        }
        held_at
    }
}

/// Reads and drops what the program says until it is gone.
fn wait_for_end(mut client: &TcpStream) {
    let mut buffer = [0; 4096];
    while client.read(&mut buffer).is_ok_and(|n| n > 0) {}
}
