//! What a seed stands for: a book, a model, what is done with them, and what goes wrong when.

use fastrand::Rng;
use llm::{Delivery, Dialect};
use llm_test_server::{Refused, WireFault};
use std::time::Duration;

/// One day in the life of a library.
#[derive(Debug, Clone)]
pub struct Scenario {
    pub seed: u64,
    /// The language the model speaks on the wire.
    pub dialect: Dialect,
    /// The form it hands over its work in; tools first, and then what works, where there is none.
    pub form: Option<Delivery>,
    pub streaming: bool,
    pub n_chapters: usize,
    pub n_lines: usize,
    pub concurrency: usize,
    /// What a run may spend at first, in millionths of a dollar.
    pub limit_micros: Option<i64>,
    /// Whether a process that comes after one that died knows that it died.
    pub knows_the_dead: bool,
    pub stages: Vec<Stage>,
    pub faults: Vec<Fault>,
}

/// What is done with the book, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Import,
    Translate,
    Polish,
    Proofread,
    Fix,
    Edit,
    Revise,
    Export,
    Undo,
}

impl Stage {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Translate => "translate",
            Self::Polish => "polish",
            Self::Proofread => "proofread",
            Self::Fix => "fix",
            Self::Edit => "edit",
            Self::Revise => "revise",
            Self::Export => "export",
            Self::Undo => "undo",
        }
    }
}

/// Something that goes wrong, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    /// At the so-many-th statement, commit, request or piece of a reply, whichever the kind counts.
    pub at: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// What the model says is wrong.
    Lie(Lie),
    /// What the model says is right, and its way here goes wrong.
    Wire(WireFault),
    /// So many requests in a row get this status.
    Burst {
        status: u16,
        n_requests: u64,
    },
    /// Nobody is reached.
    Unreachable,
    CommitRefused,
    CommitUnheard,
    StatementRefused,
    /// So many statements long nothing more fits.
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
    AssistantWrites,
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

const WIRE_FAULTS: [WireFault; 19] = [
    WireFault::Latency(Duration::from_secs(40)),
    WireFault::RateLimited { retry_after: Some(7) },
    WireFault::RateLimited { retry_after: None },
    WireFault::Status(500),
    WireFault::Status(529),
    WireFault::Status(401),
    WireFault::Refusal(Refused::Quota),
    WireFault::Refusal(Refused::ContextTooLong),
    WireFault::Refusal(Refused::ContentFilter),
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
pub enum Counted {
    Statements,
    Commits,
    Requests,
    Pieces,
}

impl FaultKind {
    pub const fn counted(self) -> Counted {
        match self {
            Self::Lie(_) | Self::Wire(_) | Self::Burst { .. } | Self::Unreachable => Counted::Requests,
            Self::CommitRefused | Self::CommitUnheard => Counted::Commits,
            Self::DeathAtPiece | Self::Cancelled => Counted::Pieces,
            _ => Counted::Statements,
        }
    }

    /// The name in the table of coverage.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lie(lie) => lie.name(),
            Self::Wire(fault) => wire_name(fault),
            Self::Burst { .. } => "burst of refusals",
            Self::Unreachable => "nobody reached",
            Self::CommitRefused => "commit fails",
            Self::CommitUnheard => "commit not heard of",
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
            Self::AssistantWrites => "assistant writes",
        }
    }

    /// Whether the server's bill and the library's can still be compared to the cent.
    pub const fn keeps_money_exact(self) -> bool {
        match self {
            Self::Lie(lie) => !matches!(lie, Lie::Repeats),
            Self::Wire(fault) => matches!(
                fault,
                WireFault::RateLimited { .. }
                    | WireFault::Status(_)
                    | WireFault::Refusal(_)
                    | WireFault::EveryByte
                    | WireFault::CarriageReturns
                    | WireFault::HtmlPage(_)
            ),
            Self::Burst { .. }
            | Self::Unreachable
            | Self::PersonWrites
            | Self::PersonLocks
            | Self::PersonReviews
            | Self::PersonUndoes
            | Self::AssistantWrites => true,
            _ => false,
        }
    }
}

impl Lie {
    const fn name(self) -> &'static str {
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
        WireFault::Status(401) => "key revoked",
        WireFault::Status(529) => "529",
        WireFault::Status(_) => "500",
        WireFault::Refusal(Refused::Quota) => "no money left",
        WireFault::Refusal(Refused::ContextTooLong) => "context too long",
        WireFault::Refusal(Refused::ContentFilter) => "content filter",
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

impl Scenario {
    /// The day a seed stands for.
    pub fn of(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let dialects = [
            Dialect::OpenaiChat,
            Dialect::OpenaiResponses,
            Dialect::Anthropic,
            Dialect::Gemini,
            Dialect::Ollama,
        ];
        let forms = [None, Some(Delivery::Tools), Some(Delivery::Structured), Some(Delivery::Lines)];
        let mut stages = vec![Stage::Import, Stage::Translate];
        let later = [Stage::Polish, Stage::Proofread, Stage::Fix, Stage::Edit, Stage::Revise];
        for _ in 0..rng.usize(0..3) {
            stages.extend(rng.choice(later));
        }
        if stages.contains(&Stage::Revise) {
            stages.push(Stage::Translate);
        }
        stages.extend([Stage::Export, Stage::Undo]);
        let mut scenario = Self {
            seed,
            dialect: rng.choice(dialects).unwrap_or(Dialect::OpenaiChat),
            form: rng.choice(forms).flatten(),
            streaming: rng.u8(..8) != 0,
            n_chapters: rng.usize(1..4),
            n_lines: rng.usize(2..7),
            concurrency: rng.usize(1..4),
            limit_micros: (rng.u8(..4) == 0).then(|| rng.i64(3_000..60_000)),
            knows_the_dead: rng.bool(),
            stages,
            faults: Vec::new(),
        };
        for _ in 0..rng.usize(0..9) {
            let kind = fault_kind(&mut rng);
            let at = match kind.counted() {
                Counted::Statements => rng.u64(1..1_500),
                Counted::Commits => rng.u64(1..50),
                Counted::Requests => rng.u64(1..24),
                Counted::Pieces => rng.u64(1..300),
            };
            scenario.faults.push(Fault { kind, at });
        }
        scenario
    }

    /// The same with only these faults of it.
    #[must_use]
    pub fn keeping(mut self, kept: &[usize]) -> Self {
        let faults = self.faults.iter().enumerate().filter(|(place, _)| kept.contains(place));
        self.faults = faults.map(|(_, fault)| *fault).collect();
        self
    }
}

fn fault_kind(rng: &mut Rng) -> FaultKind {
    match rng.u8(..24) {
        0..4 => FaultKind::Lie(rng.choice(LIES).unwrap_or(Lie::Refuses)),
        4..8 => FaultKind::Wire(rng.choice(WIRE_FAULTS).unwrap_or(WireFault::Reset)),
        8 => FaultKind::Burst {
            status: rng.choice([429, 500, 503, 529]).unwrap_or(500),
            n_requests: rng.u64(2..9),
        },
        9 => FaultKind::Unreachable,
        10 => FaultKind::CommitRefused,
        11 => FaultKind::CommitUnheard,
        12 => FaultKind::StatementRefused,
        13 => FaultKind::DiskFull { n_statements: rng.u64(1..60) },
        14 | 15 => FaultKind::DeathAtStatement,
        16 => FaultKind::DeathAtPiece,
        17 => FaultKind::ClockJumps { seconds: rng.choice([-86_400, -3_600, -70, 70, 3_600]).unwrap_or(70) },
        18 => FaultKind::Sleeps,
        19 => FaultKind::SecondProcess,
        20 => FaultKind::Cancelled,
        21 => FaultKind::PersonWrites,
        22 => {
            rng.choice([FaultKind::PersonLocks, FaultKind::PersonReviews]).unwrap_or(FaultKind::PersonLocks)
        }
        _ => rng
            .choice([FaultKind::PersonUndoes, FaultKind::AssistantWrites])
            .unwrap_or(FaultKind::PersonUndoes),
    }
}
