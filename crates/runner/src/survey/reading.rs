//! The reading itself: piece after piece, several at once, each answer committed before anything else happens.

use super::merge::{self, ReadPiece};
use super::{SurveyConfig, SurveyEvent, SurveyReport, asking, pieces};
use crate::batches::{self, StoredBatches};
use crate::report::Ending;
use crate::run::RunError;
use book::id::{BookId, ParagraphId, RunId, TaskId};
use book::language::LanguageTag;
use book::text::version::Author;
use book::work::outcome::TaskEnd;
use checks::language::LanguageProfile;
use checks::language::lexicon::Lexicon;
use futures::StreamExt;
use llm::{BatchEvent, BatchQueue, Failure, Reply, ReplyMeter, Request, Usage};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::store::Store;
use store::work::{Fence, NewTask, RunNote, Step, StepUsage, TaskRecord};
use task::survey::ask::{Asking, answer};
use task::survey::candidates::Candidate;
use task::survey::found::SurveyFindings;
use task::survey::piece::BookPiece;
use task::survey::read;
use tokio::time::Instant;

/// The shape of what is stored with a piece.
const VERSION: u32 = 1;
/// A piece is asked about so often.
const ATTEMPTS: usize = 2;

/// What is stored with a piece.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct StoredPiece {
    first: ParagraphId,
    last: ParagraphId,
    pub(super) found: Option<SurveyFindings>,
}

struct Reading<'a> {
    config: &'a SurveyConfig,
    run: RunId,
    asking: Asking,
    lexicon: Lexicon,
    candidates: Vec<Candidate>,
    author: Author,
    stopped: Mutex<Option<Ending>>,
}

/// The result of reading one piece.
enum PieceOutcome {
    Read(Box<SurveyFindings>),
    Failed(String),
    NotReached,
}

pub(super) async fn survey(config: &SurveyConfig, run: RunId) -> Result<SurveyReport, RunError> {
    let library = config.store.library();
    let parts = pieces::parts(library, &config.book, &config.spec).await?;
    let candidates = pieces::candidates(&parts);
    let pieces = pieces::cut(parts, &config.spec, &config.model);
    let mut earlier = earlier(&config.store, run).await?;
    let reading = Reading {
        config,
        run,
        asking: asking(&config.book, &config.spec, &config.model),
        lexicon: lexicon(config),
        candidates,
        author: Author::Model {
            model: config.model.name.clone(),
            task_kind: config.spec.kind(),
            task: None,
            run: Some(run),
        },
        stopped: Mutex::new(None),
    };
    let begun: Vec<(&BookPiece, Option<(TaskRecord, StoredPiece)>)> =
        pieces.iter().map(|piece| (piece, piece.ends().and_then(|ends| earlier.remove(&ends)))).collect();
    let n_read =
        begun.iter().filter(|(_, known)| known.as_ref().is_some_and(|(_, it)| it.found.is_some())).count();
    config.store.note_run(run, RunNote::Chunks(pieces.len())).await?;
    (config.events)(SurveyEvent::Began { run, n_pieces: pieces.len(), n_read });
    let n_at_once = config.spec.n_at_once().max(1);
    let mut works = Vec::with_capacity(begun.len());
    for (number, (piece, known)) in begun.into_iter().enumerate() {
        let reading = &reading;
        works.push(async move {
            let came = reading.piece(piece, known).await;
            // Where nothing can be written any more, as when another process holds the book, nothing more is paid for.
            if came.is_err() {
                reading.stop(Ending::Interrupted);
            }
            (number, came)
        });
    }
    let all = futures::stream::iter(works).buffer_unordered(n_at_once).collect();
    let mut came: Vec<(usize, Result<PieceOutcome, RunError>)> = while_served(config, run, all).await?;
    came.sort_by_key(|(number, _)| *number);
    let mut read_pieces = Vec::new();
    let mut failed = Vec::new();
    for ((_, came), piece) in came.into_iter().zip(&pieces) {
        match came? {
            PieceOutcome::Read(found) => read_pieces.push(ReadPiece { piece, found: Some(*found) }),
            PieceOutcome::Failed(reason) => {
                failed.push((chapter_of(piece), reason));
                read_pieces.push(ReadPiece { piece, found: None });
            }
            PieceOutcome::NotReached => read_pieces.push(ReadPiece { piece, found: None }),
        }
    }
    let n_read = read_pieces.iter().filter(|one| one.found.is_some()).count();
    let learnt = merge::learn(config, run, &reading.author, &read_pieces).await?;
    let stopped = reading.stopped.into_inner().unwrap_or_else(PoisonError::into_inner);
    let ending = match stopped {
        Some(ending) => ending,
        None if failed.is_empty() => Ending::Finished,
        None => Ending::Unresolved,
    };
    Ok(SurveyReport {
        run,
        ending,
        n_pieces: pieces.len(),
        n_read,
        failed,
        learnt,
        spent: config.budget.spent(),
        refused_by: None,
    })
}

/// Waits for the pieces while their batches are handed in and taken in.
async fn while_served<T>(
    config: &SurveyConfig,
    run: RunId,
    work: impl Future<Output = T>,
) -> Result<T, RunError> {
    let journal = StoredBatches {
        store: &config.store,
        book: config.book.id,
        run,
        holder: &config.holder.name,
        clock: &*config.clock,
    };
    let told = |event: BatchEvent| (config.events)(SurveyEvent::Batch(event));
    batches::serve(config.model.batch_queue(), &journal, &told, work).await
}

/// What earlier sessions have read or begun, by the ends of the piece.
async fn earlier(
    store: &Store,
    run: RunId,
) -> Result<HashMap<(ParagraphId, ParagraphId), (TaskRecord, StoredPiece)>, RunError> {
    let mut known: HashMap<_, (TaskRecord, StoredPiece)> = HashMap::new();
    for task in store.library().tasks(run).await? {
        let Ok(stored) = serde_json::from_str::<StoredPiece>(&task.machine) else { continue };
        let ends = (stored.first, stored.last);
        let is_better = known.get(&ends).is_none_or(|(_, known)| known.found.is_none());
        // What failed is asked anew, as a task of its own.
        if is_better && (stored.found.is_some() || task.outcome.is_none()) {
            known.insert(ends, (task, stored));
        }
    }
    Ok(known)
}

impl Reading<'_> {
    async fn piece(
        &self,
        piece: &BookPiece,
        known: Option<(TaskRecord, StoredPiece)>,
    ) -> Result<PieceOutcome, RunError> {
        // Until this piece waits for its answer, no batch is handed in.
        let _participant = self.config.model.batch_queue().map(BatchQueue::join);
        let known_task = match known {
            Some((_, StoredPiece { found: Some(found), .. })) => {
                return Ok(PieceOutcome::Read(Box::new(found)));
            }
            Some((task, _)) => Some(task.id),
            None => None,
        };
        let Some((first, last)) = piece.ends() else { return Ok(PieceOutcome::Read(Box::default())) };
        if self.must_stop() {
            return Ok(PieceOutcome::NotReached);
        }
        let stored = StoredPiece { first, last, found: None };
        let task = match known_task {
            Some(task) => task,
            None => self.begin(piece, &stored).await?,
        };
        let mut request = self.asking.request(piece, &pieces::in_piece(piece, &self.candidates));
        request.key = Some(Arc::from(task.to_string()));
        let chapter = chapter_of(piece);
        (self.config.events)(SurveyEvent::PieceStarted {
            chapter,
            n_paragraphs: piece.paragraphs().count(),
            model: self.config.model.name.clone(),
        });
        let mut reason = String::new();
        for _ in 0..ATTEMPTS {
            let asked = Instant::now();
            let (answered, spent) = self.ask(&request).await;
            match answered {
                None | Some(Err(Failure::Cancelled { .. })) => {
                    self.keep_cost(task, &stored, &spent).await?;
                    self.stop(Ending::Interrupted);
                    return Ok(PieceOutcome::NotReached);
                }
                Some(Err(Failure::Budget { .. })) => {
                    self.keep_cost(task, &stored, &spent).await?;
                    self.stop(Ending::Budget);
                    return Ok(PieceOutcome::NotReached);
                }
                Some(Err(failure)) => {
                    self.keep_cost(task, &stored, &spent).await?;
                    reason = failure.to_string();
                }
                Some(Ok(reply)) => {
                    let usage = self.config.model.step_usage(&reply.usage);
                    (self.config.events)(SurveyEvent::Replied {
                        chapter,
                        usage: reply.usage,
                        cost_micros: usage.cost_micros,
                        took_ms: u64::try_from(asked.elapsed().as_millis()).unwrap_or(u64::MAX),
                    });
                    if let Some(answer) = answer(&reply) {
                        let found = read(&answer, piece, &self.lexicon);
                        let stored = StoredPiece { found: Some(found.clone()), ..stored };
                        self.commit(task, &stored, usage, Some(&TaskEnd::Finished)).await?;
                        self.publish(piece, &found);
                        return Ok(PieceOutcome::Read(Box::new(found)));
                    }
                    "the model submitted nothing".clone_into(&mut reason);
                    self.commit(task, &stored, usage, None).await?;
                }
            }
            if self.must_stop() {
                return Ok(PieceOutcome::NotReached);
            }
        }
        let end = TaskEnd::Failed { reason: reason.clone() };
        self.commit(task, &stored, StepUsage::default(), Some(&end)).await?;
        (self.config.events)(SurveyEvent::Failed { chapter, reason: reason.clone() });
        Ok(PieceOutcome::Failed(reason))
    }

    /// The model's reply, and what was paid for it, also where it broke off. The reply is `None` only if the survey stops while
    /// it waits for a batch; any other request that was sent is received before a survey stops.
    async fn ask(&self, request: &Request) -> (Option<Result<Reply, Failure>>, Usage) {
        let mut meter = ReplyMeter::default();
        let asking = async {
            let events = self.config.model.model().stream(request).await?;
            llm::collect_watching(events, |event| meter.on_event(event)).await
        };
        let answered = if self.config.model.batch_queue().is_some() {
            tokio::select! {
                biased;
                () = self.config.cancel.stopping() => None,
                answered = asking => Some(answered),
            }
        } else {
            Some(asking.await)
        };
        (answered, meter.spent(request))
    }

    /// Writes down what an attempt cost that brought nothing.
    async fn keep_cost(&self, task: TaskId, stored: &StoredPiece, spent: &Usage) -> Result<(), RunError> {
        if *spent == Usage::default() {
            return Ok(());
        }
        self.commit(task, stored, self.config.model.step_usage(spent), None).await
    }

    /// Records the task of a piece before anything is asked. Refused unless the book is still held: another process may end
    /// the run, and then no task of it may be open.
    async fn begin(&self, piece: &BookPiece, stored: &StoredPiece) -> Result<TaskId, RunError> {
        let machine = json(stored, self.run)?;
        let chapter = piece.parts.first().map(|part| part.chapter);
        let Some(chapter) = chapter else { return Ok(TaskId::from_number(0)) };
        let new = NewTask {
            run: self.run,
            book: self.book(),
            kind: self.config.spec.kind(),
            chapter,
            knowledge: None,
            // Nothing of the book is assigned: a survey reads and does not write text.
            paragraphs: &[],
            machine: &machine,
            machine_version: VERSION,
            now_ms: (self.config.clock)(),
        };
        let task = self.config.store.fresh_task_id()?;
        let step = self.step(task, &machine, StepUsage::default(), None);
        self.config.store.commit_step(&Step { begins: Some(&new), ..step }).await?;
        Ok(task)
    }

    async fn commit(
        &self,
        task: TaskId,
        stored: &StoredPiece,
        usage: StepUsage,
        finished: Option<&TaskEnd>,
    ) -> Result<(), RunError> {
        let machine = json(stored, self.run)?;
        self.config.store.commit_step(&self.step(task, &machine, usage, finished)).await?;
        Ok(())
    }

    /// A step of a piece, written only while its book is held.
    fn step<'a>(
        &'a self,
        task: TaskId,
        machine: &'a str,
        usage: StepUsage,
        finished: Option<&'a TaskEnd>,
    ) -> Step<'a> {
        Step {
            task,
            begins: None,
            who: &self.author,
            edits: &[],
            machine,
            machine_version: VERSION,
            transcript: &[],
            ledger: &[],
            todos: &[],
            questions: &[],
            fence: Some(Fence { run: self.run, holder: &self.config.holder.name }),
            after: None,
            finished,
            usage,
            now_ms: (self.config.clock)(),
        }
    }

    const fn book(&self) -> BookId {
        self.config.book.id
    }

    fn must_stop(&self) -> bool {
        if self.config.cancel.is_stopping() {
            self.stop(Ending::Interrupted);
        }
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn stop(&self, ending: Ending) {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(ending);
    }

    fn publish(&self, piece: &BookPiece, found: &SurveyFindings) {
        (self.config.events)(SurveyEvent::Read {
            chapter: chapter_of(piece),
            n_terms: found.terms.len(),
            n_characters: found.characters.len(),
            n_dropped: found.n_dropped,
            spent: self.config.budget.spent(),
        });
    }
}

fn chapter_of(piece: &BookPiece) -> u32 {
    piece.parts.first().map_or(0, |part| part.number)
}

fn json(stored: &StoredPiece, run: RunId) -> Result<String, RunError> {
    serde_json::to_string(stored).map_err(|source| RunError::UnreadableSpec { run, source })
}

fn lexicon(config: &SurveyConfig) -> Lexicon {
    let und = LanguageTag::undetermined;
    let source = LanguageProfile::look_up(&config.book.source_language.clone().unwrap_or_else(und));
    Lexicon::new(&source, &LanguageProfile::look_up(&config.spec.target))
}
