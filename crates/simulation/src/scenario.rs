//! What a seed stands for: a book, a model, what is done with them, and what goes wrong when.

use crate::coverage::{Cell, all_cells};
use crate::doing::Doing;
use crate::fault::{CountedEvent, Fault, FaultKind, all_faults};
use fastrand::Rng;
use llm::{Delivery, Dialect};

/// One day in the life of a library.
#[derive(Debug, Clone)]
pub struct Scenario {
    pub seed: u64,
    /// The language the model speaks on the wire.
    pub dialect: Dialect,
    /// The form it hands over its work in; tools first, and then what works, where there is none.
    pub form: Option<Delivery>,
    pub streaming: bool,
    /// Whether it takes a minute to answer, so that claims are renewed meanwhile.
    pub is_slow: bool,
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
    Batch,
    Translate,
    Polish,
    Proofread,
    Fix,
    Survey,
    Chat,
    Program,
    Page,
    Edit,
    Revise,
    Export,
    Undo,
}

/// Every door at which something goes wrong.
pub const DOORS: [Stage; 12] = [
    Stage::Import,
    Stage::Batch,
    Stage::Translate,
    Stage::Polish,
    Stage::Proofread,
    Stage::Fix,
    Stage::Survey,
    Stage::Chat,
    Stage::Program,
    Stage::Page,
    Stage::Edit,
    Stage::Revise,
];

/// What may come after the first translation.
pub const LATER: [Stage; 9] = [
    Stage::Polish,
    Stage::Proofread,
    Stage::Fix,
    Stage::Survey,
    Stage::Chat,
    Stage::Program,
    Stage::Page,
    Stage::Edit,
    Stage::Revise,
];

impl Stage {
    /// Whether a model is asked in it.
    pub const fn asks_model(self) -> bool {
        matches!(
            self,
            Self::Batch
                | Self::Translate
                | Self::Polish
                | Self::Proofread
                | Self::Fix
                | Self::Survey
                | Self::Chat
                | Self::Page
        )
    }

    /// Whether it is a run, which holds the book while it works.
    pub const fn is_run(self) -> bool {
        matches!(
            self,
            Self::Batch | Self::Translate | Self::Polish | Self::Proofread | Self::Fix | Self::Survey
        )
    }

    /// Whether every day has it.
    pub(crate) const fn is_daily(self) -> bool {
        matches!(self, Self::Import | Self::Translate)
    }

    /// Whether nothing goes wrong in it.
    pub const fn is_calm(self) -> bool {
        matches!(self, Self::Export | Self::Undo)
    }

    /// Whether little is done in it.
    const fn is_short(self) -> bool {
        matches!(self, Self::Chat | Self::Program | Self::Edit | Self::Import | Self::Survey)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Batch => "batch",
            Self::Translate => "translate",
            Self::Polish => "polish",
            Self::Proofread => "proofread",
            Self::Fix => "fix",
            Self::Survey => "survey",
            Self::Chat => "chat",
            Self::Program => "MCP",
            Self::Page => "page",
            Self::Edit => "edit",
            Self::Revise => "revise",
            Self::Export => "export",
            Self::Undo => "undo",
        }
    }
}

/// How many faults a day has: few, so that everything can be compared to the cent, or many, so that they meet.
const N_FAULTS: [usize; 7] = [0, 1, 2, 4, 6, 9, 14];

/// On every so-many-th day the book is translated in batches.
const BATCHED: u64 = 6;

/// So late a fault comes at the latest, by what it counts.
const fn latest(kind: FaultKind) -> u64 {
    match kind.counted() {
        CountedEvent::Statements => 400,
        CountedEvent::Commits => 16,
        CountedEvent::Requests => 8,
        CountedEvent::Pieces => 80,
    }
}

/// A day through the doors of these cells, in an order of chance.
fn stages_with(rng: &mut Rng, cells: &[Cell]) -> Vec<Stage> {
    let mut doors: Vec<Stage> = cells.iter().map(|cell| cell.door).filter(|door| !door.is_daily()).collect();
    doors.sort_unstable();
    doors.dedup();
    rng.shuffle(&mut doors);
    let mut stages = vec![Stage::Import];
    if rng.bool() && doors.contains(&Stage::Survey) {
        doors.retain(|door| *door != Stage::Survey);
        stages.push(Stage::Survey);
    }
    if doors.contains(&Stage::Batch) {
        doors.retain(|door| *door != Stage::Batch);
        stages.push(Stage::Batch);
    }
    stages.push(Stage::Translate);
    stages.extend(&doors);
    if doors.contains(&Stage::Revise) {
        stages.push(Stage::Translate);
    }
    stages.extend([Stage::Export, Stage::Undo]);
    stages
}

impl Scenario {
    /// The day a seed stands for.
    pub fn from_seed(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let dialects = [
            Dialect::OpenaiChat,
            Dialect::OpenaiResponses,
            Dialect::Anthropic,
            Dialect::Gemini,
            Dialect::Ollama,
        ];
        let forms = [None, Some(Delivery::Tools), Some(Delivery::Structured), Some(Delivery::Lines)];
        let mut stages = vec![Stage::Import];
        if rng.u8(..4) == 0 {
            stages.push(Stage::Survey);
        }
        if seed % BATCHED == BATCHED - 1 {
            stages.push(Stage::Batch);
        }
        stages.push(Stage::Translate);
        for _ in 0..rng.usize(0..4) {
            stages.extend(rng.choice(LATER));
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
            is_slow: rng.u8(..3) == 0,
            n_chapters: rng.usize(1..4),
            n_lines: rng.usize(2..7),
            concurrency: rng.usize(1..4),
            limit_micros: (rng.u8(..4) == 0).then(|| rng.i64(1_000..12_000)),
            knows_the_dead: rng.bool(),
            stages,
            faults: Vec::new(),
        };
        let cells = scenario.cells();
        for _ in 0..rng.choice(N_FAULTS).unwrap_or(0) {
            let Some((kind, part, doing)) = rng.choice(&cells).copied() else { break };
            let kind = kind.drawn(&mut rng);
            let latest = latest(kind);
            // Rather early than late: most parts of a day are short.
            let at = rng.u64(1..latest).min(rng.u64(1..latest));
            // Where little is done, it happens early.
            let is_short = scenario.stages.get(part).is_some_and(|stage| stage.is_short());
            let at = if is_short || doing == Doing::Starting { 1 + at % 12 } else { at };
            scenario.faults.push(Fault { kind, part, at, doing });
        }
        scenario
    }

    /// The day a seed stands for, with the doors of these cells, by their numbers, and a fault for each.
    pub fn aimed(seed: u64, aim: &[usize]) -> Self {
        let mut scenario = Self::from_seed(seed);
        let mut rng = Rng::with_seed(seed ^ 0xA1ED);
        let cells: Vec<Cell> = aim.iter().filter_map(|number| all_cells().get(*number)).copied().collect();
        scenario.stages = stages_with(&mut rng, &cells);
        scenario.faults.clear();
        let is_streamed =
            |cell: &Cell| all_faults().any(|kind| kind.name() == cell.fault && kind.needs_stream());
        scenario.streaming |= cells.iter().any(is_streamed);
        for Cell { fault, door, doing } in cells {
            let kinds: Vec<FaultKind> = all_faults().filter(|kind| kind.name() == fault).collect();
            let parts = scenario.stages.iter().enumerate().filter(|(_, stage)| **stage == door);
            let parts: Vec<usize> = parts.map(|(part, _)| part).collect();
            let (Some(kind), Some(part)) = (rng.choice(&kinds), rng.choice(&parts)) else { continue };
            let kind = kind.drawn(&mut rng);
            // As often at the first one as among the first two, four, eight and so on.
            let latest = if door.is_short() || doing == Doing::Starting { 12 } else { latest(kind) };
            let among = 1 << rng.u32(..=latest.ilog2());
            let at = rng.u64(1..=among);
            scenario.faults.push(Fault { kind, part: *part, at, doing });
        }
        scenario
    }

    /// Every fault in every part of the day and every state in which it can come.
    fn cells(&self) -> Vec<(FaultKind, usize, Doing)> {
        let parts = self.stages.iter().copied().enumerate();
        let pairs = parts.flat_map(|(part, stage)| all_faults().map(move |kind| (kind, part, stage)));
        let cells = pairs.flat_map(|(kind, part, stage)| {
            Doing::at(kind, stage).iter().map(move |doing| (kind, part, *doing))
        });
        cells.collect()
    }

    /// The same with only these faults of it.
    #[must_use]
    pub fn keeping(mut self, kept: &[usize]) -> Self {
        let faults = self.faults.iter().enumerate().filter(|(place, _)| kept.contains(place));
        self.faults = faults.map(|(_, fault)| *fault).collect();
        self
    }
}
