//! Passwords: kept as argon2id, worked out on threads of their own, a few at a time, because each takes memory on purpose.

use crate::problem::Problem;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use messages::Message;
use secrecy::{ExposeSecret, SecretString};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// A shorter one could be guessed.
const SHORTEST: usize = 10;
/// A longer one is no password but an attack on our time.
const LONGEST: usize = 1_024;
const AT_ONCE: usize = 2;

/// A hash that no password has: refusing an account that does not exist takes as long as a wrong password.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXRoaW5nIG9sZA$\
    nRsbLUnQ2eSRdCLMbGNCbpCPxPCkdz1c3OzFRPeVAbQ";

/// Works passwords out. Each sender has one turn at a time: many attempts of one do not keep others waiting.
pub(crate) struct Passwords {
    places: Semaphore,
    /// The turns of senders with an attempt under way or waiting.
    turns: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { places: Semaphore::new(AT_ONCE), turns: Mutex::default() }
    }
}

impl Passwords {
    /// A new password as it is kept.
    pub(crate) async fn keep(&self, sender: &str, password: &SecretString) -> Result<String, Problem> {
        if !(SHORTEST..=LONGEST).contains(&password.expose_secret().len()) {
            let message = Message::new("weak_password").count("shortest", SHORTEST);
            return Err(Problem::wrong("password", message));
        }
        let password = password.clone();
        let kept = self.aside(sender, move || {
            let kept = Argon2::default().hash_password(password.expose_secret().as_bytes());
            kept.map(|kept| kept.to_string()).map_err(|error| Problem::failed(&error))
        });
        kept.await?
    }

    /// Whether a password is the one that is kept; without one it takes as long and is not.
    pub(crate) async fn is_right(
        &self,
        sender: &str,
        password: &SecretString,
        kept: Option<String>,
    ) -> Result<bool, Problem> {
        if password.expose_secret().len() > LONGEST {
            return Ok(false);
        }
        let password = password.clone();
        let compared = self.aside(sender, move || {
            let text = kept.as_deref().unwrap_or(NOBODY);
            let Ok(parsed) = PasswordHash::new(text) else { return false };
            let is_right = Argon2::default().verify_password(password.expose_secret().as_bytes(), &parsed);
            is_right.is_ok() && kept.is_some()
        });
        compared.await
    }

    async fn aside<T: Send + 'static>(
        &self,
        sender: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turns =
            Arc::clone(self.turns().entry(sender.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(1))));
        let turn = turns.acquire().await;
        let place = self.places.acquire().await;
        let done = tokio::task::spawn_blocking(work).await.map_err(|error| Problem::failed(&error));
        drop((turn, place));
        drop(turns);
        // Only what nobody waits for is forgotten.
        self.turns().retain(|_, turns| Arc::strong_count(turns) > 1);
        done
    }

    fn turns(&self) -> MutexGuard<'_, HashMap<String, Arc<Semaphore>>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
