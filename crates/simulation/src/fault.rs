//! Everything that can go wrong, and everybody who can come in between.

use crate::doing::Doing;
use crate::scenario::Stage;
use fastrand::Rng;
use llm_test_server::{BatchFate, RefusalKind, WireFault};
use std::time::Duration;

/// Something that goes wrong, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    /// In which part of the day, from zero.
    pub part: usize,
    /// At the so-many-th statement, commit, request or piece of a reply of this part, whichever the kind counts.
    pub at: u64,
    /// And not before this is being done.
    pub doing: Doing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// What the model says is wrong.
    Lie(Lie),
    /// What the model says is right, and its way here goes wrong.
    Wire(WireFault),
    /// A number of requests in a row get this status.
    Burst {
        status: u16,
        n_requests: u64,
    },
    /// This becomes of a batch.
    Batch(BatchFate),
    /// The service is unreachable.
    Unreachable,
    CommitRefused,
    CommitUnheard,
    /// A commit takes so long, and then succeeds.
    CommitHangs {
        seconds: u64,
    },
    /// The machine loses power in the middle of a commit: of what it wrote, a part is there.
    CommitTorn,
    StatementRefused,
    /// The disk is full for a number of statements.
    DiskFull {
        n_statements: u64,
    },
    DeathAtStatement,
    DeathAtPiece,
    ClockJumps {
        seconds: i64,
    },
    /// The machine sleeps for longer than a claim holds, and another process takes over.
    Sleeps,
    SecondProcess,
    Cancelled,
    PersonWrites,
    PersonLocks,
    PersonReviews,
    PersonUndoes,
    /// A person replaces words in the whole book.
    PersonReplaces,
    /// A person says how a word is to be translated.
    PersonTeaches,
    AssistantWrites,
    /// A person talks to the assistant, which changes something.
    AssistantTalks,
    /// Another program reads and changes something.
    ProgramCalls,
    /// The dictionary is gone, and comes back later.
    DictionaryGone,
}

/// How a model lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lie {
    ForeignIds,
    ShiftedByOne,
    HalfMissing,
    BrokenJson,
    Refuses,
    CutOff,
    Repeats,
    SaysNothing,
    Twice,
    UnknownTool,
    Echo,
    EndsAtOnce,
}

pub const LIES: [Lie; 12] = [
    Lie::ForeignIds,
    Lie::ShiftedByOne,
    Lie::HalfMissing,
    Lie::BrokenJson,
    Lie::Refuses,
    Lie::CutOff,
    Lie::Repeats,
    Lie::SaysNothing,
    Lie::Twice,
    Lie::UnknownTool,
    Lie::Echo,
    Lie::EndsAtOnce,
];

pub const WIRE_FAULTS: [WireFault; 19] = [
    WireFault::Latency(Duration::from_secs(40)),
    WireFault::RateLimited { retry_after: Some(7) },
    WireFault::RateLimited { retry_after: None },
    WireFault::Status(500),
    WireFault::Status(529),
    WireFault::Status(401),
    WireFault::Refusal(RefusalKind::Quota),
    WireFault::Refusal(RefusalKind::ContextTooLong),
    WireFault::Refusal(RefusalKind::ContentFilter),
    WireFault::Reset,
    WireFault::EveryByte,
    WireFault::CarriageReturns,
    WireFault::NoDone,
    WireFault::Duplicates,
    WireFault::EmptyBody,
    WireFault::NoUsage,
    WireFault::HtmlPage(502),
    WireFault::SlowDrip(Duration::from_millis(700)),
    WireFault::Stall,
];

/// What a fault counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountedEvent {
    Statements,
    Commits,
    Requests,
    Pieces,
}

/// Kinds of which the same holds.
#[derive(Clone, Copy)]
enum FaultClass {
    Lie(Lie),
    Wire(WireFault),
    /// The service refuses, or is not reached.
    Service,
    Batch,
    /// A commit goes wrong.
    Commit,
    /// The library or the machine goes wrong between two statements.
    Statement,
    /// The work ends amid a reply.
    Piece,
    SecondProcess,
    /// An actor does something to the book: a person, the assistant, a program.
    Actor,
    Dictionary,
}

impl FaultKind {
    /// Every kind once: whatever holds for a whole class is said of the class.
    const fn class(self) -> FaultClass {
        match self {
            Self::Lie(lie) => FaultClass::Lie(lie),
            Self::Wire(fault) => FaultClass::Wire(fault),
            Self::Batch(_) => FaultClass::Batch,
            Self::Burst { .. } | Self::Unreachable => FaultClass::Service,
            Self::CommitRefused | Self::CommitUnheard | Self::CommitHangs { .. } | Self::CommitTorn => {
                FaultClass::Commit
            }
            Self::StatementRefused
            | Self::DiskFull { .. }
            | Self::DeathAtStatement
            | Self::ClockJumps { .. }
            | Self::Sleeps => FaultClass::Statement,
            Self::DeathAtPiece | Self::Cancelled => FaultClass::Piece,
            Self::SecondProcess => FaultClass::SecondProcess,
            Self::PersonWrites
            | Self::PersonLocks
            | Self::PersonReviews
            | Self::PersonUndoes
            | Self::PersonReplaces
            | Self::PersonTeaches
            | Self::AssistantWrites
            | Self::AssistantTalks
            | Self::ProgramCalls => FaultClass::Actor,
            Self::DictionaryGone => FaultClass::Dictionary,
        }
    }

    pub const fn counted(self) -> CountedEvent {
        match self.class() {
            FaultClass::Lie(_) | FaultClass::Wire(_) | FaultClass::Service | FaultClass::Batch => {
                CountedEvent::Requests
            }
            FaultClass::Commit => CountedEvent::Commits,
            FaultClass::Piece => CountedEvent::Pieces,
            FaultClass::Statement
            | FaultClass::SecondProcess
            | FaultClass::Actor
            | FaultClass::Dictionary => CountedEvent::Statements,
        }
    }

    /// The same, as large or as long as chance has it.
    pub(crate) fn drawn(self, rng: &mut Rng) -> Self {
        match self {
            Self::Burst { status, .. } => Self::Burst { status, n_requests: rng.u64(2..9) },
            Self::CommitHangs { .. } => Self::CommitHangs { seconds: rng.choice([2, 70, 700]).unwrap_or(2) },
            Self::DiskFull { .. } => Self::DiskFull { n_statements: rng.u64(1..60) },
            Self::ClockJumps { .. } => {
                Self::ClockJumps { seconds: rng.choice([-86_400, -3_600, -70, 70, 3_600]).unwrap_or(70) }
            }
            other => other,
        }
    }

    /// The name in the table of coverage.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lie(lie) => lie.name(),
            Self::Wire(fault) => wire_name(fault),
            Self::Burst { status: 401, .. } => "key revoked",
            Self::Burst { .. } => "burst of refusals",
            Self::Batch(fate) => fate_name(fate),
            Self::Unreachable => "nobody reached",
            Self::CommitRefused => "commit fails",
            Self::CommitUnheard => "commit not heard of",
            Self::CommitHangs { .. } => "commit hangs",
            Self::CommitTorn => "commit half written",
            Self::StatementRefused => "statement fails",
            Self::DiskFull { .. } => "disk full",
            Self::DeathAtStatement => "death at statement",
            Self::DeathAtPiece => "death amid reply",
            Self::ClockJumps { .. } => "clock jumps",
            Self::Sleeps => "sleep and takeover",
            Self::SecondProcess => "second process",
            Self::Cancelled => "cancelled",
            Self::PersonWrites => "person writes",
            Self::PersonLocks => "person locks",
            Self::PersonReviews => "person reviews",
            Self::PersonUndoes => "person undoes",
            Self::PersonReplaces => "person replaces",
            Self::PersonTeaches => "person teaches",
            Self::AssistantWrites => "assistant writes",
            Self::AssistantTalks => "assistant talks",
            Self::ProgramCalls => "program calls (MCP)",
            Self::DictionaryGone => "dictionary gone",
        }
    }

    /// Whether it can happen in this part of a day.
    pub fn happens_in(self, stage: Stage) -> bool {
        match self.counted() {
            // What is handed in together is answered whole.
            CountedEvent::Requests if stage == Stage::Batch => !self.is_about_frames(),
            CountedEvent::Requests if matches!(self, Self::Batch(_)) => false,
            CountedEvent::Requests | CountedEvent::Pieces => stage.asks_model(),
            CountedEvent::Commits => !stage.is_calm(),
            CountedEvent::Statements => match self {
                Self::SecondProcess | Self::Sleeps => stage.is_run(),
                Self::DictionaryGone => {
                    stage.is_run() && stage != Stage::Survey || matches!(stage, Stage::Program | Stage::Page)
                }
                _ => !stage.is_calm() && (stage != Stage::Import || !self.is_somebody()),
            },
        }
    }

    /// Whether it is about the pieces in which a reply is streamed.
    pub(crate) const fn is_about_frames(self) -> bool {
        matches!(
            self,
            Self::Wire(
                WireFault::CarriageReturns | WireFault::NoDone | WireFault::Duplicates | WireFault::NoUsage
            )
        )
    }

    /// Whether it shows only where a reply is streamed.
    pub(crate) const fn needs_stream(self) -> bool {
        let is_on_the_way = matches!(
            self,
            Self::Wire(WireFault::Reset | WireFault::EveryByte | WireFault::SlowDrip(_) | WireFault::Stall)
        );
        // Also a whole reply may tell no usage.
        is_on_the_way || self.is_about_frames() && !matches!(self, Self::Wire(WireFault::NoUsage))
    }

    /// Whether it is an actor that does something to a book.
    pub(crate) const fn is_somebody(self) -> bool {
        matches!(self.class(), FaultClass::Actor | FaultClass::SecondProcess)
    }

    /// Whether a process that lives on keeps its claim through it.
    pub const fn leaves_claim(self) -> bool {
        !matches!(
            self,
            Self::CommitRefused
                | Self::CommitUnheard
                | Self::CommitHangs { .. }
                | Self::StatementRefused
                | Self::DiskFull { .. }
                | Self::ClockJumps { .. }
                | Self::Sleeps
        )
    }

    /// Whether the server's bill and the library's can still be compared to the cent.
    pub const fn keeps_money_exact(self) -> bool {
        match self.class() {
            FaultClass::Lie(lie) => !matches!(lie, Lie::Repeats),
            FaultClass::Wire(fault) => matches!(
                fault,
                WireFault::RateLimited { .. }
                    | WireFault::Status(_)
                    | WireFault::Refusal(_)
                    | WireFault::EveryByte
                    | WireFault::CarriageReturns
                    | WireFault::HtmlPage(_)
            ),
            FaultClass::Service | FaultClass::Batch | FaultClass::Actor | FaultClass::Dictionary => true,
            FaultClass::Commit | FaultClass::Statement | FaultClass::Piece | FaultClass::SecondProcess => {
                false
            }
        }
    }
}

impl Lie {
    pub const fn name(self) -> &'static str {
        match self {
            Self::ForeignIds => "foreign ids",
            Self::ShiftedByOne => "shifted by one",
            Self::HalfMissing => "half missing",
            Self::BrokenJson => "broken JSON",
            Self::Refuses => "refuses",
            Self::CutOff => "cut off",
            Self::Repeats => "repeats without end",
            Self::SaysNothing => "says nothing",
            Self::Twice => "everything twice",
            Self::UnknownTool => "unknown tool",
            Self::Echo => "echoes the source",
            Self::EndsAtOnce => "ends at once",
        }
    }
}

const fn wire_name(fault: WireFault) -> &'static str {
    match fault {
        WireFault::Nothing => "nothing",
        WireFault::Latency(_) => "late",
        WireFault::RateLimited { .. } => "429",
        WireFault::Status(401) => "key refused once",
        WireFault::Status(529) => "529",
        WireFault::Status(_) => "500",
        WireFault::Refusal(RefusalKind::Quota) => "no money left",
        WireFault::Refusal(RefusalKind::ContextTooLong) => "context too long",
        WireFault::Refusal(RefusalKind::ContentFilter) => "content filter",
        WireFault::Reset => "reset amid reply",
        WireFault::EveryByte => "byte by byte",
        WireFault::CarriageReturns => "CR LF",
        WireFault::NoDone => "no end mark",
        WireFault::Duplicates => "frames twice",
        WireFault::OutOfOrder => "out of order",
        WireFault::EmptyBody => "empty body",
        WireFault::EmptyReply => "empty reply",
        WireFault::NoUsage => "no usage told",
        WireFault::HtmlPage(_) => "HTML page",
        WireFault::Huge(_) => "huge",
        WireFault::SlowDrip(_) => "slow drip",
        WireFault::Stall => "stalls",
    }
}

const fn fate_name(fate: BatchFate) -> &'static str {
    match fate {
        BatchFate::Answered => "batch answered",
        BatchFate::PartlyFailed(_) => "batch partly fails",
        BatchFate::PartlyExpired => "batch partly expires",
        BatchFate::Cancelled => "batch cancelled",
        BatchFate::Stuck => "batch takes long",
        BatchFate::LostOnTheWay => "batch taken, not told",
        BatchFate::TooMuch => "batch too large",
    }
}

pub const FATES: [BatchFate; 5] = [
    BatchFate::PartlyFailed(500),
    BatchFate::PartlyExpired,
    BatchFate::Cancelled,
    BatchFate::Stuck,
    BatchFate::LostOnTheWay,
];

const OF_THE_LIBRARY: [FaultKind; 6] = [
    FaultKind::CommitRefused,
    FaultKind::CommitUnheard,
    FaultKind::CommitHangs { seconds: 0 },
    FaultKind::CommitTorn,
    FaultKind::StatementRefused,
    FaultKind::DiskFull { n_statements: 0 },
];

const OF_THE_MACHINE: [FaultKind; 8] = [
    FaultKind::Unreachable,
    FaultKind::DeathAtStatement,
    FaultKind::DeathAtPiece,
    FaultKind::ClockJumps { seconds: 0 },
    FaultKind::Sleeps,
    FaultKind::SecondProcess,
    FaultKind::Cancelled,
    FaultKind::DictionaryGone,
];

const OF_OTHERS: [FaultKind; 9] = [
    FaultKind::PersonWrites,
    FaultKind::PersonLocks,
    FaultKind::PersonReviews,
    FaultKind::PersonUndoes,
    FaultKind::PersonReplaces,
    FaultKind::PersonTeaches,
    FaultKind::AssistantWrites,
    FaultKind::AssistantTalks,
    FaultKind::ProgramCalls,
];

/// Every fault there is, by its name in the table, with what it counts.
pub fn all_faults() -> impl Iterator<Item = FaultKind> {
    let bursts = [401, 429, 500, 529].map(|status| FaultKind::Burst { status, n_requests: 1 });
    let of_model = LIES.into_iter().map(FaultKind::Lie).chain(WIRE_FAULTS.into_iter().map(FaultKind::Wire));
    let of_model = of_model.chain(FATES.into_iter().map(FaultKind::Batch));
    of_model.chain(bursts).chain(OF_THE_LIBRARY).chain(OF_THE_MACHINE).chain(OF_OTHERS)
}
