//! What sessions set aside.
//!
//! For every budget the sum of what is spent and of what is set aside stays within the limit. A session that is not heard of
//! is booked with the most it may have spent: what the steps of its run said when it last asked, and what it was promised
//! beyond them. What is left is released. Steps that came in since are part of what was promised.

use super::{Payer, limiting, payer_of_run, spending, stepped};
use crate::budget::{
    Allowance, AllowanceAnswer, AllowanceFor, AllowanceId, AllowanceUse, BudgetRefusal, BudgetState, month_of,
};
use crate::error::StoreError;
use crate::people::PersonId;
use crate::sql::driver::{Connection, Row, query, query_scalar};
use crate::sql::rows::book_key;
use crate::sql::scope::Scope;
use crate::sql::{DbError, SqlLibrary, claims};
use crate::work::Fence;

/// A session gets one part in this many of what is left, so that others get some too; or what it needs, if that is more.
const PARTS: i64 = 8;

impl SqlLibrary {
    pub(crate) async fn take_allowance(
        &self,
        what: AllowanceFor<'_>,
        person: Option<PersonId>,
        until_ms: i64,
        now_ms: i64,
    ) -> Result<AllowanceAnswer, StoreError> {
        let mut tx = self.begin_as_process(Scope::Budgets).await?;
        let done = take(&mut tx, what, person, until_ms, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn renew_allowance(
        &self,
        allowance: AllowanceId,
        used: AllowanceUse,
        until_ms: i64,
        now_ms: i64,
    ) -> Result<AllowanceAnswer, StoreError> {
        let mut tx = self.begin_as_process(Scope::Budgets).await?;
        let done = renew(&mut tx, allowance, used, until_ms, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn return_allowance(
        &self,
        allowance: AllowanceId,
        spent_micros: i64,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Budgets).await?;
        let done = give_back(&mut tx, allowance, spent_micros, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn release_allowances(&self, now_ms: i64) -> Result<bool, StoreError> {
        let mut tx = self.begin_as_process(Scope::Budgets).await?;
        let done = settle(&mut tx, None, now_ms).await;
        self.end(tx, done).await
    }
}

/// A row of the table.
struct AllowanceRow {
    key: i64,
    run: Option<i64>,
    payer: Payer,
    renewed_at: i64,
    allowed: Option<i64>,
    booked: i64,
    promised: i64,
    /// What the steps said when that was promised, where it bounds what the session spends.
    stepped_then: Option<i64>,
    before: i64,
}

const HELD: &str = "key, run, book, person, renewed_at, allowed_micros, booked_micros, promised_micros, \
    stepped_micros, before_micros";

impl AllowanceRow {
    fn read(row: &Row) -> Result<Self, DbError> {
        Ok(Self {
            key: row.try_get("key")?,
            run: row.try_get("run")?,
            payer: Payer { book: row.try_get("book")?, person: row.try_get("person")? },
            renewed_at: row.try_get("renewed_at")?,
            allowed: row.try_get("allowed_micros")?,
            booked: row.try_get("booked_micros")?,
            promised: row.try_get("promised_micros")?,
            stepped_then: row.try_get("stepped_micros")?,
            before: row.try_get("before_micros")?,
        })
    }

    async fn find(connection: &mut Connection, allowance: AllowanceId) -> Result<Option<Self>, DbError> {
        let row = super::super::driver::query_built(format!("SELECT {HELD} FROM allowances WHERE key = $1"))
            .bind(allowance.0)
            .fetch_optional(connection)
            .await?;
        row.as_ref().map(Self::read).transpose()
    }

    /// What the library knows to be spent of it: what the steps say, or where there is no run, what is booked.
    async fn stepped(&self, connection: &mut Connection) -> Result<i64, DbError> {
        match self.run {
            Some(run) => Ok(stepped(connection, run).await? - self.before),
            None => Ok(self.booked),
        }
    }

    /// The most the session may have spent. A session with a limit asks before it passes what it was promised, so that steps
    /// which came in since are counted once.
    async fn most_spent(&self, connection: &mut Connection) -> Result<i64, DbError> {
        let stepped = self.stepped(connection).await?;
        Ok(match self.stepped_then {
            Some(then) => stepped.max(then.saturating_add(self.promised)),
            None => stepped.saturating_add(self.promised),
        })
    }

    async fn remove(&self, connection: &mut Connection) -> Result<(), DbError> {
        query("DELETE FROM allowances WHERE key = $1").bind(self.key).execute(connection).await?;
        Ok(())
    }
}

/// What sessions have set aside beyond what they have spent: in all, for a person or on a book.
pub(super) async fn held(
    connection: &mut Connection,
    person: Option<i64>,
    book: Option<i64>,
) -> Result<i64, DbError> {
    // A session that has spent more than it was allowed holds nothing.
    let sum = match (person, book) {
        (None, None) => query_scalar(
            "SELECT CAST(coalesce(sum(allowed_micros - booked_micros), 0) AS BIGINT) FROM allowances \
             WHERE allowed_micros > booked_micros",
        ),
        (Some(person), _) => query_scalar(
            "SELECT CAST(coalesce(sum(allowed_micros - booked_micros), 0) AS BIGINT) FROM allowances \
             WHERE allowed_micros > booked_micros AND person = $1",
        )
        .bind(person),
        (None, Some(book)) => query_scalar(
            "SELECT CAST(coalesce(sum(allowed_micros - booked_micros), 0) AS BIGINT) FROM allowances \
             WHERE allowed_micros > booked_micros AND book = $1",
        )
        .bind(book),
    };
    Ok(sum.fetch_one(connection).await?)
}

async fn take(
    connection: &mut Connection,
    what: AllowanceFor<'_>,
    person: Option<PersonId>,
    until_ms: i64,
    now_ms: i64,
) -> Result<AllowanceAnswer, DbError> {
    let (run, payer) = match what {
        AllowanceFor::Run { run, holder } => {
            let (key, payer, book) = payer_of_run(connection, run).await?;
            let fence = Fence { run, holder };
            claims::refuse_unclaimed(connection, crate::sql::rows::BookKey(payer.book), book, fence).await?;
            (Some(key), payer)
        }
        AllowanceFor::Book(book) => {
            let book = book_key(connection, book).await?.0;
            (None, Payer { book, person: person.map(PersonId::number) })
        }
    };
    settle(connection, run, now_ms).await?;
    let limits = limiting(connection, payer, month_of(now_ms)).await?;
    let allowed = match tightest(&limits) {
        None => None,
        Some(budget) if budget.left_micros() <= 0 => {
            return Ok(AllowanceAnswer::Refused(BudgetRefusal { budget, needed_micros: 1 }));
        }
        Some(budget) => Some((budget.left_micros() / PARTS).max(1)),
    };
    let before = match run {
        Some(run) => stepped(connection, run).await?,
        None => 0,
    };
    let key: i64 = query_scalar(
        "INSERT INTO allowances (run, book, person, until_ms, renewed_at, allowed_micros, before_micros) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING key",
    )
    .bind(run)
    .bind(payer.book)
    .bind(payer.person)
    .bind(until_ms)
    .bind(now_ms)
    .bind(allowed)
    .bind(before)
    .fetch_one(connection)
    .await?;
    Ok(AllowanceAnswer::Granted(Allowance {
        id: AllowanceId(key),
        allowed_micros: allowed,
        stepped_micros: 0,
        promised_micros: 0,
    }))
}

async fn renew(
    connection: &mut Connection,
    allowance: AllowanceId,
    used: AllowanceUse,
    until_ms: i64,
    now_ms: i64,
) -> Result<AllowanceAnswer, DbError> {
    let Some(held) = AllowanceRow::find(connection, allowance).await? else {
        return Ok(AllowanceAnswer::Gone);
    };
    let month = month_of(now_ms);
    spending::book(connection, month, held.payer, used.spent_micros - held.booked).await?;
    let booked = held.booked.max(used.spent_micros);
    let held = AllowanceRow { booked, ..held };
    query("UPDATE allowances SET booked_micros = $1, until_ms = $2, renewed_at = $3 WHERE key = $4")
        .bind(booked)
        .bind(until_ms)
        .bind(now_ms)
        .bind(held.key)
        .execute(&mut *connection)
        .await?;
    let mut limits = limiting(connection, held.payer, month).await?;
    let mut tight = tightest(&limits);
    let mut room = room_of(&held, tight, used);
    if room.is_some_and(|room| room < used.total()) && settle(connection, None, now_ms).await? {
        limits = limiting(connection, held.payer, month).await?;
        tight = tightest(&limits);
        room = room_of(&held, tight, used);
    }
    // Without room nothing more is promised; what was promised before stays so until it is spent.
    let is_granted = room.is_none_or(|room| room >= used.total());
    let stepped = held.stepped(connection).await?;
    let beyond = used.total() - stepped;
    // As much again, so that the next requests need not ask one by one; never more than what is allowed.
    let generous = beyond.saturating_add(used.reserved_micros);
    let (promised, stepped_then) = match room {
        _ if !is_granted => (held.promised, held.stepped_then),
        Some(allowed) => (generous.min(allowed - stepped).max(beyond), Some(stepped)),
        // Without a budget the session does not ask before each request, and may have spent more than this.
        None => (generous, None),
    };
    query(
        "UPDATE allowances SET allowed_micros = $1, promised_micros = $2, stepped_micros = $3 WHERE key = $4",
    )
    .bind(room)
    .bind(promised)
    .bind(stepped_then)
    .bind(held.key)
    .execute(connection)
    .await?;
    Ok(match tight.filter(|_| !is_granted) {
        Some(budget) => {
            let needed_micros = used.total() - held.booked;
            AllowanceAnswer::Refused(BudgetRefusal { budget, needed_micros })
        }
        None => AllowanceAnswer::Granted(Allowance {
            id: allowance,
            allowed_micros: room,
            stepped_micros: stepped,
            promised_micros: promised,
        }),
    })
}

/// What a session may spend and promise from now on: as before, or more where nine tenths are used; nothing limits it
/// without a budget.
fn room_of(held: &AllowanceRow, tight: Option<BudgetState>, used: AllowanceUse) -> Option<i64> {
    let budget = tight?;
    let allowed = held.allowed.unwrap_or(0);
    let own = (allowed - held.booked).max(0);
    // What is left counts this session's own part as taken.
    let left = budget.left_micros().saturating_add(own).max(0);
    let most = held.booked.saturating_add(left);
    let wants_more = used.total().saturating_mul(10) > allowed.saturating_mul(9);
    let wanted = if wants_more {
        // The most that fits, if less than what is wished for; a request alone goes before a share.
        allowed.max(used.total().saturating_add(left / PARTS))
    } else {
        allowed
    };
    Some(wanted.min(most))
}

async fn give_back(
    connection: &mut Connection,
    allowance: AllowanceId,
    spent_micros: i64,
    now_ms: i64,
) -> Result<(), DbError> {
    let Some(held) = AllowanceRow::find(connection, allowance).await? else { return Ok(()) };
    spending::book(connection, month_of(now_ms), held.payer, spent_micros - held.booked).await?;
    held.remove(connection).await
}

/// Books and releases what sessions that are gone had set aside, and what an earlier session of this run had: the caller
/// holds its claim. Tells whether there was any.
async fn settle(connection: &mut Connection, run: Option<i64>, now_ms: i64) -> Result<bool, DbError> {
    let rows = super::super::driver::query_built(format!(
        "SELECT {HELD} FROM allowances WHERE until_ms <= $1 OR run = $2 ORDER BY key"
    ))
    .bind(now_ms)
    .bind(run)
    .fetch_all(&mut *connection)
    .await?;
    for row in &rows {
        let held = AllowanceRow::read(row)?;
        let used = held.most_spent(connection).await?;
        spending::book(connection, month_of(held.renewed_at), held.payer, used - held.booked).await?;
        held.remove(connection).await?;
    }
    Ok(!rows.is_empty())
}

fn tightest(limits: &[BudgetState]) -> Option<BudgetState> {
    limits.iter().min_by_key(|budget| budget.left_micros()).copied()
}
