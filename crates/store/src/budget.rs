//! What may be spent in a month, by the whole library, for a person or on a book, and what sessions set aside of it.
//!
//! A session takes an allowance before it sends anything. What is spent and what is set aside together never pass a budget,
//! however many sessions take from it at once. Months are those of UTC; all times are those of [`Library::clock_ms`].

use crate::error::StoreError;
use crate::library::Library;
use crate::people::{PersonId, PersonName};
use crate::store::Store;
use async_recursion::async_recursion as boxed;
use book::id::{BookId, RunId};
use std::fmt;

/// Whose budget it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BudgetOf {
    /// Everything that is spent.
    Library,
    /// What is spent for one person.
    Person(PersonId),
    /// What is spent on one book.
    Book(BookId),
}

impl BudgetOf {
    /// The word for its kind in messages and in the API.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Library => "library",
            Self::Person(_) => "person",
            Self::Book(_) => "book",
        }
    }
}

impl fmt::Display for BudgetOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Library => f.write_str("library"),
            Self::Person(person) => write!(f, "person {person}"),
            Self::Book(book) => write!(f, "book {book}"),
        }
    }
}

/// A budget, and where it stands this month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetState {
    pub of: BudgetOf,
    /// Millionths of a dollar in a month.
    pub limit_micros: i64,
    /// Spent this month.
    pub spent_micros: i64,
    /// Set aside by sessions at work, beyond what they have spent.
    pub held_micros: i64,
}

impl BudgetState {
    /// What may still be set aside; less than nothing where a budget was made smaller than what is spent.
    pub const fn left_micros(&self) -> i64 {
        self.limit_micros.saturating_sub(self.spent_micros).saturating_sub(self.held_micros)
    }
}

/// What was spent in a month on a book for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpendingRecord {
    /// As a number: 202611 is November 2026.
    pub month: u32,
    /// Nothing once the book was removed.
    pub book: Option<(BookId, String)>,
    /// `None` if no member was logged in.
    pub person: Option<PersonName>,
    pub micros: i64,
}

/// What a session spends on.
#[derive(Debug, Clone, Copy)]
pub enum AllowanceFor<'a> {
    /// A run under its claim. The person is the run's.
    Run {
        run: RunId,
        /// The process that holds the claim.
        holder: &'a str,
    },
    /// Something about a book that is no run, for the person the handle works for.
    Book(BookId),
}

/// What a session has set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AllowanceId(pub(crate) i64);

impl fmt::Display for AllowanceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

/// What a session tells about its allowance: all of it since the allowance was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AllowanceUse {
    /// What was spent.
    pub spent_micros: i64,
    /// What was promised to calls in flight.
    pub reserved_micros: i64,
}

impl AllowanceUse {
    /// Spent and promised.
    pub const fn total(&self) -> i64 {
        self.spent_micros.saturating_add(self.reserved_micros)
    }
}

/// An allowance as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    pub id: AllowanceId,
    /// The most the session may spend and promise; nothing where no budget limits it.
    pub allowed_micros: Option<i64>,
    /// What the run's steps say of what was spent since the allowance was taken.
    pub stepped_micros: i64,
    /// The most that may be spent beyond that without asking again.
    pub promised_micros: i64,
}

/// Which budget has no room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetRefusal {
    pub budget: BudgetState,
    /// What was asked for.
    pub needed_micros: i64,
}

/// The answer to a request for an allowance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllowanceAnswer {
    /// There is room.
    Granted(Allowance),
    /// There is not.
    Refused(BudgetRefusal),
    /// The allowance was booked and released: its session was not heard of in time.
    Gone,
}

impl Library {
    /// Every budget, the library's first, as it stands in this month.
    #[boxed]
    pub async fn budgets(&self, now_ms: i64) -> Result<Vec<BudgetState>, StoreError> {
        self.backend.budgets(now_ms).await
    }

    /// Which budgets limit what is spent on this book for this person.
    #[boxed]
    pub async fn budgets_for(
        &self,
        book: BookId,
        person: Option<PersonId>,
        now_ms: i64,
    ) -> Result<Vec<BudgetState>, StoreError> {
        self.backend.budgets_for(book, person, now_ms).await
    }

    /// What was spent from this month on (202611), the newest first; calls in flight are not in it.
    #[boxed]
    pub async fn spending(&self, from_month: u32) -> Result<Vec<SpendingRecord>, StoreError> {
        self.backend.spending(from_month).await
    }
}

impl Store {
    /// Sets a monthly budget in millionths of a dollar, or takes it away, and notes it for the owners.
    #[boxed]
    pub async fn set_budget(
        &self,
        of: BudgetOf,
        limit_micros: Option<i64>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.library().backend.set_budget(of, limit_micros, self.person(), now_ms).await
    }

    /// Sets something aside before anything is sent. What sessions that are gone had set aside is booked and released first.
    #[boxed]
    pub async fn take_allowance<'a>(
        &'a self,
        what: AllowanceFor<'a>,
        until_ms: i64,
        now_ms: i64,
    ) -> Result<AllowanceAnswer, StoreError> {
        self.library().backend.take_allowance(what, self.person(), until_ms, now_ms).await
    }

    /// Tells what was spent and promised so far, and asks for more where nine tenths are used. A request that is counted as
    /// promised may be sent once this is granted.
    #[boxed]
    pub async fn renew_allowance(
        &self,
        allowance: AllowanceId,
        used: AllowanceUse,
        until_ms: i64,
        now_ms: i64,
    ) -> Result<AllowanceAnswer, StoreError> {
        self.library().backend.renew_allowance(allowance, used, until_ms, now_ms).await
    }

    /// Books what was spent and gives back the rest. Does nothing if the allowance is gone.
    #[boxed]
    pub async fn return_allowance(
        &self,
        allowance: AllowanceId,
        spent_micros: i64,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.library().backend.return_allowance(allowance, spent_micros, now_ms).await
    }

    /// Books what dead sessions may have spent and releases the rest; returns whether there were any. Taking an allowance
    /// does the same: this is for a library in which no session takes one.
    #[boxed]
    pub async fn release_allowances(&self, now_ms: i64) -> Result<bool, StoreError> {
        self.library().backend.release_allowances(now_ms).await
    }
}

/// The month of a time in milliseconds since 1970, as a number: 202611 is November 2026.
pub fn month_of(ms: i64) -> u32 {
    // Days since 0000-03-01, in eras of 400 years; years begin in March, so that a leap day is the last of its year.
    let days = ms.div_euclid(24 * 60 * 60 * 1000) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    u32::try_from(year * 100 + month).unwrap_or_default()
}

/// The first of the `n_months` months that end with `last`.
pub const fn first_month(last: u32, n_months: u32) -> u32 {
    let all = (last / 100 * 12 + last % 100).saturating_sub(n_months);
    (all / 12) * 100 + all % 12 + 1
}
