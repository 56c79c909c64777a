//! Pauses a run that would take more than twice what it was said to take at most, and finds out where it all went.

use crate::plan::{Estimate, ModelFacts, plan};
use crate::run_session::RunSession;
use llm::{Budget, BudgetLimit, Money};
use messages::Message;
use std::collections::{HashMap, HashSet};
use store::error::StoreError;
use store::work::StepUsage;

/// A run pauses before it takes this many times its upper estimate.
const SURPRISE: u64 = 2;
/// Output of more than this many times a chapter's source tokens is more than its translation takes.
const LONG_OUTPUT: u64 = 4;

/// Why a run paused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pause {
    /// What the run was said to cost at most, where its price is known.
    pub said: Option<Money>,
    /// The tokens it was said to take at most.
    pub said_tokens: u64,
    /// The number of the chapter that took most, from one.
    pub chapter: u32,
    /// What took it.
    pub cause: PauseCause,
}

/// What takes more than was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PauseCause {
    /// Replies that are much longer than the work.
    Output,
    /// More requests than the work should need.
    Retries,
}

impl PauseCause {
    /// The word for it in events.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Output => "output",
            Self::Retries => "retries",
        }
    }
}

impl Pause {
    /// What is said of it.
    pub fn message(&self) -> Message {
        let code = match (self.said, self.cause) {
            (Some(_), PauseCause::Output) => "paused_by_output",
            (Some(_), PauseCause::Retries) => "paused_by_retries",
            (None, PauseCause::Output) => "paused_by_output_tokens",
            (None, PauseCause::Retries) => "paused_by_retries_tokens",
        };
        let message = Message::new(code).count("chapter", self.chapter);
        match self.said {
            Some(said) => message.with("said", format!("{:.2}", said.dollars())),
            None => message.amount("said", self.said_tokens),
        }
    }
}

/// Has the budget refuse what would be a surprise. A limit the person has set is the answer to one, so that there is none.
pub(crate) async fn arm(
    session: &RunSession,
    budget: &Budget,
    (planned, n_open): (&Estimate, usize),
    facts: &ModelFacts,
) -> Result<Option<Estimate>, StoreError> {
    let (context, spec) = (&session.context, &session.spec);
    if spec.limit.is_set() {
        return Ok(None);
    }
    // What tasks under way have still to do is in no plan of what is left.
    let said = if n_open == 0 {
        *planned
    } else {
        plan(context.store.library(), &context.book, spec, &HashSet::new(), facts).await?.estimate
    };
    let spent = budget.spent();
    let pause = match said.most_money {
        // What costs nothing surprises nobody.
        Some(Money::ZERO) => BudgetLimit::default(),
        Some(most) => {
            BudgetLimit { money: Some(spent.money + most.times(SURPRISE)), ..BudgetLimit::default() }
        }
        None => BudgetLimit {
            tokens: Some(spent.usage.total() + said.most.total() * SURPRISE),
            ..BudgetLimit::default()
        },
    };
    budget.pause_at(pause);
    Ok(Some(said))
}

/// Why the run paused: the chapter that took most, and whether in long replies or in many.
pub(crate) async fn reason(session: &RunSession, said: &Estimate) -> Result<Pause, StoreError> {
    let (context, library) = (&session.context, session.context.store.library());
    let mut by_chapter: HashMap<_, StepUsage> = HashMap::new();
    for task in library.tasks(context.run).await? {
        *by_chapter.entry(task.chapter).or_default() += task.usage;
    }
    let dearest =
        by_chapter.into_iter().max_by_key(|(_, usage)| (usage.cost_micros, usage.input + usage.output));
    let mut pause = Pause {
        said: said.most_money,
        said_tokens: said.most.total(),
        chapter: 1,
        cause: PauseCause::Retries,
    };
    if let Some((chapter, usage)) = dearest {
        pause.chapter = library.chapter(context.book.id, chapter).await?.number;
        let paragraphs = library.chapter_paragraphs(context.book.id, chapter, 0..u32::MAX).await?;
        let source: u64 = paragraphs.iter().map(|one| llm::estimate_tokens(one.text.as_str())).sum();
        if u64::try_from(usage.output).unwrap_or_default() > source * LONG_OUTPUT {
            pause.cause = PauseCause::Output;
        }
    }
    Ok(pause)
}
