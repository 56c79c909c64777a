//! What a session shares with the other sessions of its library: the money of the month, and what a key allows in a minute.
//!
//! Money: the session takes an allowance before it sends anything, and every request is counted in the library as promised
//! before it is sent, so that a session that dies is booked with all it may have spent. An allowance holds as long as its
//! lease. A session that slept longer renews the claim on its book and asks again before it sends anything, and is refused if
//! another process has its run by then.

use async_recursion::async_recursion as boxed;
use async_trait::async_trait;
use book::id::{BookId, RunId};
use llm::{Budget, Failure, Money};
use std::convert::Infallible;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use store::budget::{
    Allowance, AllowanceAnswer, AllowanceFor, AllowanceUse, BudgetOf, BudgetRefusal, BudgetState,
};
use store::error::StoreError;
use store::store::Store;
use store::work::Claim;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// An allowance is renewed so often while it holds, so that two lost renewals do no harm.
const RENEWALS: u32 = 3;
/// How often the users of a key are counted.
const KEYS_EVERY: Duration = Duration::from_secs(5);
/// A session that was not heard of for so long uses its keys no more.
const KEYS_FOR_MS: i64 = 20_000;

/// An allowance for what has no claim holds so long without a renewal.
const LEASE: Duration = Duration::from_mins(1);

/// How long a request waits for a library that is away, and how often it asks.
const LIBRARY_AWAY: Duration = Duration::from_mins(1);
const ASK_AGAIN: Duration = Duration::from_millis(500);

/// What a session spends on.
#[derive(Debug, Clone)]
pub(crate) enum SpendsOn {
    /// A run whose book is claimed.
    Run {
        book: BookId,
        run: RunId,
        /// The process that holds the claim.
        holder: String,
    },
    /// Something about a book that is no run.
    Book(BookId),
}

/// One session's part of what it shares with others.
pub struct SessionLimits {
    store: Store,
    what: SpendsOn,
    lease: Duration,
    clock: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// Locked while the library is asked, so that requests ask one after another.
    taken: Mutex<Option<TakenAllowance>>,
    is_limited: AtomicBool,
    /// The last request that was refused: what it would have made of spent and reserved, and by which budget. It stands until
    /// as much is granted: smaller requests that are granted after it, and renewals, say nothing about what ends a run.
    refusal: std::sync::Mutex<Option<(Money, BudgetRefusal)>>,
}

/// An allowance that was taken.
#[derive(Debug, Clone, Copy)]
struct TakenAllowance {
    allowance: Allowance,
    /// What the budget had spent before.
    before: Money,
    held: HoldPeriod,
}

/// How long an allowance counts without a renewal: as long as both clocks say so. The monotonic one stands still while the
/// machine sleeps, and the other one may be set.
#[derive(Debug, Clone, Copy)]
struct HoldPeriod {
    until: Instant,
    /// Milliseconds since the Unix epoch, from when it was asked for.
    from_ms: i64,
    until_ms: i64,
}

impl HoldPeriod {
    /// Shorter than the lease, so that it never counts here when it is over in the library.
    fn since(asked: Instant, asked_ms: i64, lease: Duration) -> Self {
        let held_for = lease * 9 / 10;
        let until_ms = asked_ms.saturating_add(i64::try_from(held_for.as_millis()).unwrap_or(i64::MAX));
        Self { until: asked + held_for, from_ms: asked_ms, until_ms }
    }

    fn counts_at(&self, now: Instant, now_ms: i64) -> bool {
        now < self.until && (self.from_ms..self.until_ms).contains(&now_ms)
    }
}

impl TakenAllowance {
    fn used(&self, spent: Money, reserved: Money) -> AllowanceUse {
        AllowanceUse { spent_micros: micros(spent - self.before), reserved_micros: micros(reserved) }
    }

    /// Whether so much is allowed, and counted as promised, without asking.
    fn covers(&self, used: AllowanceUse) -> bool {
        let Allowance { allowed_micros, stepped_micros, promised_micros, .. } = self.allowance;
        allowed_micros.is_none_or(|allowed| {
            let is_known = used.total() - stepped_micros <= promised_micros;
            is_known && used.total().saturating_mul(10) <= allowed.saturating_mul(9)
        })
    }
}

impl SessionLimits {
    /// Takes an allowance for work on a book that is no run, for the person the handle works for.
    #[boxed]
    pub async fn of_book(
        store: &Store,
        book: BookId,
        clock: &Arc<dyn Fn() -> i64 + Send + Sync>,
        budget: &Budget,
    ) -> Result<Arc<Self>, StoreError> {
        Self::begin(store, SpendsOn::Book(book), LEASE, clock, budget).await
    }

    /// Takes an allowance for what is spent from this budget. One that is refused is asked for again with the first request.
    pub(crate) async fn begin(
        store: &Store,
        what: SpendsOn,
        lease: Duration,
        clock: &Arc<dyn Fn() -> i64 + Send + Sync>,
        budget: &Budget,
    ) -> Result<Arc<Self>, StoreError> {
        let limits = Arc::new(Self {
            store: store.clone(),
            what,
            lease,
            clock: Arc::clone(clock),
            taken: Mutex::new(None),
            is_limited: AtomicBool::new(false),
            refusal: std::sync::Mutex::new(None),
        });
        let mut taken = limits.taken.lock().await;
        limits.take(&mut taken, budget.spent().money).await?;
        limits.count_users(*taken, budget).await?;
        drop(taken);
        budget.take_from(Arc::clone(&limits) as Arc<dyn llm::BudgetSource>);
        Ok(limits)
    }

    /// Works within the limits, and gives back what is left of the allowance.
    // Not boxed: it wraps any future of the caller.
    pub async fn work<T>(&self, budget: &Budget, work: impl Future<Output = T>) -> T {
        let done = tokio::select! {
            biased;
            done = work => done,
            never = self.keep(budget) => match never {},
            never = self.share_keys(budget) => match never {},
        };
        self.end(budget).await;
        done
    }

    /// Which budget has no room, if a request was refused for that and none as large was granted since.
    pub fn refusal(&self) -> Option<BudgetRefusal> {
        let refusal = self.refusal.lock().unwrap_or_else(PoisonError::into_inner);
        refusal.map(|(_, refusal)| refusal)
    }

    /// Reports what is spent and reserved, and renews the allowance. Returns why it was refused, if it was.
    #[boxed]
    pub async fn renew(&self, budget: &Budget) -> Result<Option<BudgetRefusal>, StoreError> {
        let mut taken = self.taken.lock().await;
        let (_, reserved) = budget.reserved();
        self.ask(&mut taken, budget.spent().money, reserved).await
    }

    /// Says which keys are used here, and learns how many others use them.
    #[boxed]
    pub async fn count_key_users(&self, budget: &Budget) -> Result<(), StoreError> {
        let taken = *self.taken.lock().await;
        self.count_users(taken, budget).await
    }

    async fn keep(&self, budget: &Budget) -> Infallible {
        loop {
            tokio::time::sleep(self.lease / RENEWALS).await;
            // A library that does not answer is asked again; without a renewal nothing is sent.
            if let Err(error) = self.renew(budget).await {
                tracing::debug!(%error, "the allowance was not renewed");
            }
        }
    }

    async fn share_keys(&self, budget: &Budget) -> Infallible {
        loop {
            tokio::time::sleep(KEYS_EVERY).await;
            if let Err(error) = self.count_key_users(budget).await {
                tracing::debug!(%error, "the users of the key were not counted");
            }
        }
    }

    async fn count_users(&self, taken: Option<TakenAllowance>, budget: &Budget) -> Result<(), StoreError> {
        let Some(taken) = taken else { return Ok(()) };
        let user = taken.allowance.id.to_string();
        for share in budget.key_shares().all() {
            let now_ms = self.now_ms().await?;
            let n_users =
                self.store.use_key(share.digest(), &user, now_ms.saturating_add(KEYS_FOR_MS), now_ms).await?;
            share.set_users(n_users);
        }
        Ok(())
    }

    /// Gives back what is left. What cannot be given back is released when the lease has ended.
    async fn end(&self, budget: &Budget) {
        let Some(taken) = self.taken.lock().await.take() else { return };
        let spent = micros(budget.spent().money - taken.before);
        let returned = async {
            let now_ms = self.now_ms().await?;
            self.store.return_allowance(taken.allowance.id, spent, now_ms).await?;
            if budget.key_shares().all().is_empty() {
                return Ok(());
            }
            self.store.leave_keys(&taken.allowance.id.to_string()).await
        };
        if let Err(error) = returned.await {
            tracing::debug!(%error, "the allowance was not given back");
        }
    }

    async fn take(
        &self,
        taken: &mut Option<TakenAllowance>,
        before: Money,
    ) -> Result<Option<BudgetRefusal>, StoreError> {
        let held = self.held_from_now();
        let now_ms = self.now_ms().await?;
        let what = match &self.what {
            SpendsOn::Run { run, holder, .. } => AllowanceFor::Run { run: *run, holder },
            SpendsOn::Book(book) => AllowanceFor::Book(*book),
        };
        let answer = self.store.take_allowance(what, self.until(now_ms), now_ms).await?;
        Ok(self.note(taken, answer, before, held))
    }

    /// Reports what is spent and reserved, takes another allowance if this one is gone, and stores the answer. A lease that is
    /// over is over for the claim too, so that one is renewed first. Returns the refusal of exactly this request. Nothing is
    /// covered if there is neither a refusal nor an allowance.
    async fn ask(
        &self,
        taken: &mut Option<TakenAllowance>,
        spent: Money,
        reserved: Money,
    ) -> Result<Option<BudgetRefusal>, StoreError> {
        if !taken.as_ref().is_some_and(|taken| self.is_held(taken)) {
            self.renew_claim().await?;
        }
        // An allowance that is gone is taken anew, and then told like any other.
        for _ in 0..3 {
            let Some(known) = *taken else {
                let refusal = self.take(taken, spent).await?;
                if taken.is_none() {
                    return Ok(refusal);
                }
                continue;
            };
            let held = self.held_from_now();
            let now_ms = self.now_ms().await?;
            let used = known.used(spent, reserved);
            let until_ms = self.until(now_ms);
            let answer = self.store.renew_allowance(known.allowance.id, used, until_ms, now_ms).await?;
            let refusal = self.note(taken, answer, known.before, held);
            if taken.is_some() {
                return Ok(refusal);
            }
        }
        Ok(None)
    }

    fn note(
        &self,
        taken: &mut Option<TakenAllowance>,
        answer: AllowanceAnswer,
        before: Money,
        held: HoldPeriod,
    ) -> Option<BudgetRefusal> {
        match answer {
            AllowanceAnswer::Granted(allowance) => {
                self.is_limited.store(allowance.allowed_micros.is_some(), Ordering::Relaxed);
                *taken = Some(TakenAllowance { allowance, before, held });
                None
            }
            AllowanceAnswer::Refused(refused) => {
                self.is_limited.store(true, Ordering::Relaxed);
                if let Some(taken) = taken {
                    taken.held = held;
                    // The limit may be lower than before: from now on every request is asked for.
                    taken.allowance.promised_micros = 0;
                }
                Some(refused)
            }
            AllowanceAnswer::Gone => {
                *taken = None;
                None
            }
        }
    }

    /// Keeps why a request was refused, and forgets it once as much is granted.
    fn note_refusal(&self, total: Money, refused: Option<BudgetRefusal>) {
        let mut refusal = self.refusal.lock().unwrap_or_else(PoisonError::into_inner);
        match refused {
            Some(refused) => *refusal = Some((total, refused)),
            None => *refusal = refusal.filter(|(refused, _)| total < *refused),
        }
    }

    /// How long what is asked for now counts.
    fn held_from_now(&self) -> HoldPeriod {
        HoldPeriod::since(Instant::now(), (self.clock)(), self.lease)
    }

    /// Whether the lease of an allowance is not over.
    fn is_held(&self, taken: &TakenAllowance) -> bool {
        taken.held.counts_at(Instant::now(), (self.clock)())
    }

    /// Renews the claim of the session's run, which may have run out while the machine slept. Refused if another process has
    /// the book by now; otherwise no other process gets it before the next renewal is due.
    async fn renew_claim(&self) -> Result<(), StoreError> {
        let SpendsOn::Run { book, run, holder } = &self.what else { return Ok(()) };
        let until_ms = self.until(self.now_ms().await?);
        self.store.renew_claim(&Claim { book: *book, run: *run, holder, until_ms }).await
    }

    /// The time by which leases are kept.
    async fn now_ms(&self) -> Result<i64, StoreError> {
        self.store.library().clock_ms((self.clock)()).await
    }

    fn until(&self, now_ms: i64) -> i64 {
        now_ms.saturating_add(i64::try_from(self.lease.as_millis()).unwrap_or(i64::MAX))
    }
}

#[async_trait]
impl llm::BudgetSource for SessionLimits {
    async fn cover(&self, spent: Money, reserved: Money) -> Result<(), Failure> {
        let mut taken = self.taken.lock().await;
        if taken
            .as_ref()
            .is_some_and(|taken| self.is_held(taken) && taken.covers(taken.used(spent, reserved)))
        {
            return Ok(());
        }
        // A database that restarts or is busy is waited for, as steps do: it is no failure of the service. After that the request is
        // tried again, and the run ends if its claim is lost.
        let began = Instant::now();
        let refusal = loop {
            let error = match self.ask(&mut taken, spent, reserved).await {
                Ok(refusal) if refusal.is_some() || taken.is_some() => break refusal,
                Ok(_) => "what was set aside was lost again and again".to_owned(),
                Err(error @ (StoreError::Unreachable { .. } | StoreError::Busy { .. })) => error.to_string(),
                Err(error) => {
                    let (service, detail) = ("the library".to_owned(), error.to_string());
                    return Err(Failure::Network { service, detail });
                }
            };
            if began.elapsed() >= LIBRARY_AWAY {
                return Err(Failure::Network { service: "the library".to_owned(), detail: error });
            }
            tokio::time::sleep(ASK_AGAIN).await;
        };
        // What was answered to this request decides, whatever others were answered since.
        self.note_refusal(spent + reserved, refusal);
        drop(taken);
        match refusal {
            Some(refusal) => Err(Failure::Budget { detail: in_words(&refusal) }),
            None => Ok(()),
        }
    }

    fn is_limited(&self) -> bool {
        self.is_limited.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for SessionLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionLimits").field("what", &self.what).finish_non_exhaustive()
    }
}

/// Which budget has no room, and why.
pub(crate) fn in_words(BudgetRefusal { budget, needed_micros }: &BudgetRefusal) -> String {
    let BudgetState { of, limit_micros, spent_micros, held_micros } = *budget;
    let whose = match of {
        BudgetOf::Library => "the library",
        BudgetOf::Person(_) => "this person",
        BudgetOf::Book(_) => "this book",
    };
    let [limit, spent, held, needed] = [limit_micros, spent_micros, held_micros, *needed_micros].map(money);
    format!(
        "{spent} of {limit} of this month's budget of {whose} is spent, {held} is set aside by runs at work, \
         and this request may need {needed}"
    )
}

fn money(micros: i64) -> Money {
    Money::from_micro_dollars(u64::try_from(micros).unwrap_or_default())
}

fn micros(money: Money) -> i64 {
    i64::try_from(money.micro_dollars()).unwrap_or(i64::MAX)
}
