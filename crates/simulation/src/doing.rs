//! What the process was doing when something went wrong: the state in the table of coverage.

use crate::fault::{CountedEvent, FaultKind};
use crate::scenario::Stage;

/// The last thing that an actor began to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doing {
    /// A part of the day has begun.
    Starting,
    /// A request was sent.
    Asking,
    /// A reply arrives.
    Receiving,
    /// A reply has arrived.
    Replied,
    /// A transaction was begun.
    Writing,
    /// It is committed, or was.
    Committing,
}

const WITHOUT_MODEL: [Doing; 3] = [Doing::Starting, Doing::Writing, Doing::Committing];
/// A page is told of a reply when others have gone on with it.
const ON_PAGE: [Doing; 5] =
    [Doing::Starting, Doing::Asking, Doing::Receiving, Doing::Writing, Doing::Committing];

impl Doing {
    pub const ALL: [Self; 6] =
        [Self::Starting, Self::Asking, Self::Receiving, Self::Replied, Self::Writing, Self::Committing];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Asking => "asking",
            Self::Receiving => "receiving",
            Self::Replied => "replied",
            Self::Writing => "writing",
            Self::Committing => "committing",
        }
    }

    /// The states in which a fault can come at a door. What is wrong with a request, a piece or a commit comes with it. A
    /// statement that fails needs one, and a conversation that waits for a model sends none.
    pub fn at(kind: FaultKind, door: Stage) -> &'static [Self] {
        if !kind.happens_in(door) {
            return &[];
        }
        match kind.counted() {
            CountedEvent::Requests => &[Self::Asking],
            CountedEvent::Pieces => &[Self::Receiving],
            CountedEvent::Commits => &[Self::Committing],
            CountedEvent::Statements if !door.asks_model() => &WITHOUT_MODEL,
            CountedEvent::Statements if door == Stage::Page => &ON_PAGE,
            CountedEvent::Statements if door == Stage::Chat && kind == FaultKind::StatementRefused => {
                &[Self::Starting, Self::Replied, Self::Writing, Self::Committing]
            }
            CountedEvent::Statements => &Self::ALL,
        }
    }
}
