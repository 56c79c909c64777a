//! Notices by mail: where a member wants them and how often, and the one mail to each of them that is under way.
//!
//! Mail goes only to a confirmed address: its reader has opened a link that was mailed there. Every mail has another link,
//! which ends them.
//!
//! The notices of a mail are marked before it is sent, and marked as mailed when the mail server has accepted it. If a
//! process dies between the two, another process sends the mail again, under the same message id with the same notices.
//!
//! All times are those of [`Library::clock_ms`].

use crate::error::StoreError;
use crate::library::Library;
use crate::notices::NoticeRecord;
use crate::people::PersonId;
use crate::store::Store;
use async_recursion::async_recursion as boxed;

/// How often a member gets mail at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailFrequency {
    /// No mail.
    Never,
    /// Once an hour.
    Hourly,
    /// Once a day.
    Daily,
}

impl MailFrequency {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Never, Self::Hourly, Self::Daily];

    /// The word for it in the library and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Hourly => "hourly",
            Self::Daily => "daily",
        }
    }

    /// The frequency with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|frequency| frequency.as_str() == word)
    }
}

/// What a member has chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailChoice {
    /// Nothing where they have no address; then nothing is mailed.
    pub address: Option<String>,
    pub frequency: MailFrequency,
    /// The tag of the language they read.
    pub language: String,
}

/// What a member has chosen, and whether mail can go there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRecord {
    pub choice: MailChoice,
    /// Whether the confirmation link mailed to the address was opened.
    pub is_confirmed: bool,
}

impl MailRecord {
    /// The address that is to be confirmed before mail goes there; none where no mail is wanted.
    pub fn unconfirmed(&self) -> Option<&str> {
        let is_wanted = !self.is_confirmed && self.choice.frequency != MailFrequency::Never;
        self.choice.address.as_deref().filter(|_| is_wanted)
    }
}

/// A link that is about to be mailed to an address, to confirm it.
#[derive(Debug, Clone, Copy)]
pub struct NewMailConfirmation<'a> {
    pub person: PersonId,
    pub address: &'a str,
    /// The digest of what stands in the link.
    pub digest: &'a str,
    pub now_ms: i64,
    /// When the link is no longer good.
    pub ends_at: i64,
}

/// A mail to one member, taken to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digest {
    pub person: PersonId,
    pub name: String,
    pub address: String,
    pub language: String,
    /// What stands in the link that ends mails to this address.
    pub unsubscribe: String,
    /// What mail servers know it by; the same when it is sent again.
    pub message_id: String,
    /// The oldest of its notices.
    pub notices: Vec<NoticeRecord>,
    /// How many notices it has that are not among those.
    pub n_more: u32,
    /// How often it was tried in vain.
    pub n_failed: u32,
}

/// The process that takes a mail, and when.
#[derive(Debug, Clone, Copy)]
pub struct DigestTurn<'a> {
    /// The message id, where no mail is under way.
    pub message_id: &'a str,
    pub now_ms: i64,
    /// No other process sends it before this.
    pub until_ms: i64,
}

impl Store {
    /// Keeps what a member has chosen. Notices from before they chose to get mail are not mailed. Another address is not
    /// confirmed; `unsubscribe` is what stands in the link that ends mails to it, and the same address keeps what it has.
    #[boxed]
    pub async fn set_mail_choice(
        &self,
        person: PersonId,
        choice: &MailChoice,
        unsubscribe: &str,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.library().backend.set_mail_choice(person, choice, unsubscribe, now_ms).await
    }

    /// Keeps a link that is about to be mailed to an address. `false`, and nothing is kept, where too many were mailed for the
    /// member within a day.
    #[boxed]
    pub async fn add_mail_confirmation(&self, new: &NewMailConfirmation<'_>) -> Result<bool, StoreError> {
        self.library().backend.add_mail_confirmation(new).await
    }

    /// Confirms the address that the link with this digest was mailed to, and says whose it is. Nothing where the link was used
    /// or has run out, or the member has chosen another address since.
    #[boxed]
    pub async fn confirm_mail(&self, digest: &str, now_ms: i64) -> Result<Option<PersonId>, StoreError> {
        self.library().backend.confirm_mail(digest, now_ms).await
    }

    /// Ends mails, by what stands in the link of each, and says whose they were. Doing so again changes nothing.
    #[boxed]
    pub async fn unsubscribe(&self, token: &str) -> Result<Option<PersonId>, StoreError> {
        self.library().backend.unsubscribe(token).await
    }

    /// Takes a mail that is due: one that was not sent before, or a new one of all unread notices of a member. Every other
    /// process is given none for this member until the turn ends.
    #[boxed]
    pub async fn take_digest(&self, turn: &DigestTurn<'_>) -> Result<Option<Digest>, StoreError> {
        self.library().backend.take_digest(turn).await
    }

    /// Notes that a mail was taken by the mail server. The next one is due after the time the member has chosen.
    #[boxed]
    pub async fn digest_sent(&self, digest: &Digest, now_ms: i64) -> Result<(), StoreError> {
        self.library().backend.digest_sent(digest, now_ms).await
    }

    /// Notes that a mail could not be sent, and when it is tried again.
    #[boxed]
    pub async fn digest_failed(&self, digest: &Digest, again_at_ms: i64) -> Result<(), StoreError> {
        self.library().backend.digest_failed(digest, again_at_ms).await
    }

    /// Reminds members of chapters that are wanted by `day` (`2026-11-17`) at the latest and are not done, of each due day
    /// once. Gives back who was reminded.
    #[boxed]
    pub async fn remind_of_due(&self, day: &str, now_ms: i64) -> Result<Vec<PersonId>, StoreError> {
        self.library().backend.remind_of_due(day, now_ms).await
    }
}

impl Library {
    /// What a member has chosen; nothing where they never chose.
    #[boxed]
    pub async fn mail_choice(&self, person: PersonId) -> Result<Option<MailRecord>, StoreError> {
        self.backend.mail_choice(person).await
    }

    /// Whether the link with this digest would confirm an address.
    #[boxed]
    pub async fn is_mail_confirmation(&self, digest: &str, now_ms: i64) -> Result<bool, StoreError> {
        self.backend.is_mail_confirmation(digest, now_ms).await
    }

    /// Whether this token is in a link that ends a member's mails.
    #[boxed]
    pub async fn is_unsubscribe_link(&self, token: &str) -> Result<bool, StoreError> {
        self.backend.is_unsubscribe_link(token).await
    }
}
