//! A scenario as data: a book, what a model replies, and what must come of it; one function runs them all.

use crate::conversation::conversation;
use crate::test_task::{Job, Prepared, Staff, TestTask, by_model};
use book::text::version::{Author, TaskKind};
use book::work::chunk::Reads;
use book::work::question::PersonAnswer;
use book::work::status::Effort;
use checks::check::{Finding, Severity};
use llm::{ReplyScript, Scripted, ScriptedReply, StopReason, ToolCall, Usage, WhenOver};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use task::driver::LoopExit;
use task::machine::TaskOutcome;
use tools::judge::{Judge, Submission, SubmissionVerdict};
use tools::text::PromptLanguage;

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    /// What it shows, for whoever reads the file.
    #[serde(rename = "about")]
    _about: String,
    pub(crate) book: Vec<Vec<String>>,
    #[serde(default)]
    before: Vec<Before>,
    pub(crate) task: Task,
    #[serde(default)]
    checks: Vec<Check>,
    #[serde(default)]
    answers: Vec<Option<PersonAnswer>>,
    /// Text to be written many times: `{{name}}` in the script.
    #[serde(default)]
    repeated: BTreeMap<String, (String, usize)>,
    pub(crate) script: Vec<Reply>,
    #[serde(default)]
    repeat_last: bool,
    pub(crate) expect: Expected,
}

/// A translation that is there before the task.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Before {
    place: usize,
    text: Option<String>,
    #[serde(default)]
    by: By,
    #[serde(default)]
    locked: bool,
}

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum By {
    #[default]
    Model,
    Person,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Task {
    pub(crate) kind: TaskKind,
    /// Places in the book.
    pub(crate) chunk: Vec<usize>,
    #[serde(default)]
    effort: Effort,
    #[serde(default)]
    reads: Reads,
    #[serde(default)]
    chinese: bool,
}

/// A check that objects to every translation with this text in it.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Check {
    text: String,
    code: String,
    #[serde(default)]
    blocks: bool,
}

#[derive(Clone, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Reply {
    text: String,
    /// Each `[name, arguments]`; arguments that are a string are sent as they are.
    calls: Vec<(String, Value)>,
    /// The id every call of this reply has, where the service does not number them.
    call_id: Option<String>,
    stop: Option<StopReason>,
    usage: Usage,
    fails: Option<llm::Failure>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expected {
    /// `finished`, or `failed: ` and the reason.
    outcome: String,
    /// One word for each paragraph of the chunk.
    ledger: Vec<String>,
    /// How often the model was asked.
    requests: usize,
    /// The selected translation of each paragraph of the book.
    translations: Vec<Option<String>>,
    /// How often the task came to rest waiting for a person.
    #[serde(default)]
    waits: usize,
    /// Sentences the conversation must hold.
    #[serde(default)]
    says: Vec<String>,
    /// Versions that stand beside the selected one, by place.
    #[serde(default)]
    suggestions: Vec<(usize, String)>,
}

impl Judge for Scenario {
    fn judge(&self, submission: &Submission<'_>) -> SubmissionVerdict {
        let mut judgement = SubmissionVerdict::default();
        for check in self.checks.iter().filter(|check| submission.translation.as_str().contains(&check.text))
        {
            let message = format!("found `{}`", check.text);
            let severity = if check.blocks { Severity::Block } else { Severity::Queue };
            let code = check.code.parse().unwrap();
            let finding = Finding::new(code, severity, message.clone(), message);
            if check.blocks { &mut judgement.blocking } else { &mut judgement.concerns }.push(finding);
        }
        judgement
    }
}

impl Scenario {
    pub(crate) fn read(name: &str) -> Self {
        let path = folder().join(format!("{name}.json"));
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The library as it is before the task.
    pub(crate) async fn test_task(&self) -> TestTask {
        let test_task = TestTask::with(&self.book).await;
        let all = test_task.paragraphs().await;
        for before in &self.before {
            let id = all[before.place].id;
            if let Some(text) = &before.text {
                let author = match before.by {
                    By::Model => by_model(),
                    By::Person => Author::Person,
                };
                test_task.translate(id, text, author).await;
            }
            if before.locked {
                test_task.lock(id).await;
            }
        }
        test_task
    }

    /// The model's replies, with the book's ids in place of `$0`, `$1`, ….
    pub(crate) fn script(&self, ids: &[String]) -> ReplyScript {
        let filled = |text: &str| self.fill(text, ids);
        let replies = self.script.iter().map(|reply| ScriptedReply {
            text: filled(&reply.text),
            tool_calls: (0..)
                .zip(&reply.calls)
                .map(|(number, (name, arguments)): (usize, _)| ToolCall {
                    id: reply.call_id.clone().unwrap_or_else(|| format!("call_{number}")),
                    name: name.clone(),
                    arguments: filled(
                        &arguments.as_str().map_or_else(|| arguments.to_string(), ToOwned::to_owned),
                    ),
                })
                .collect(),
            stop: reply.stop.clone(),
            usage: reply.usage,
            fault: reply.fails.clone().map(|failure| llm::ScriptedFault { after_events: None, failure }),
            ..ScriptedReply::default()
        });
        let when_over = if self.repeat_last { WhenOver::RepeatLast } else { WhenOver::Fail };
        ReplyScript { replies: replies.collect(), when_over }
    }

    fn fill(&self, text: &str, ids: &[String]) -> String {
        let mut filled = text.to_owned();
        for (name, (unit, times)) in &self.repeated {
            filled = filled.replace(&format!("{{{{{name}}}}}"), &unit.repeat(*times));
        }
        // From the last, so that `$1` does not eat the start of `$12`.
        for (place, id) in ids.iter().enumerate().rev() {
            filled = filled.replace(&format!("${place}"), id);
        }
        filled
    }

    pub(crate) fn staff<'a>(&'a self, model: &'a Scripted, question_handler: &Arc<Prepared>) -> Staff<'a> {
        Staff {
            effort: self.task.effort,
            reads: self.task.reads,
            language: if self.task.chinese { PromptLanguage::Chinese } else { PromptLanguage::English },
            target: if self.task.chinese { "zh-Hans" } else { "en" },
            judge: Arc::new(self.clone()),
            question_handler: Arc::clone(question_handler) as _,
            ..Staff::new(self.task.kind, model)
        }
    }

    pub(crate) fn person(&self) -> Arc<Prepared> {
        Arc::new(Prepared::new(self.answers.iter().cloned()))
    }
}

/// Where the scenarios are.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")
}

/// Ids as a model writes them.
pub(crate) async fn ids_of(test_task: &TestTask) -> Vec<String> {
    test_task.paragraphs().await.iter().map(|paragraph| paragraph.id.to_string()).collect()
}

/// Runs a scenario: what was expected came true, and the whole conversation is as recorded.
pub(crate) async fn check(name: &str) {
    let scenario = Scenario::read(name);
    let mut test_task = scenario.test_task().await;
    let ids = ids_of(&test_task).await;
    let model = Scripted::new(scenario.script(&ids));
    let person = scenario.person();
    let staff = scenario.staff(&model, &person);
    let mut job = Job::Begin(test_task.chunk(&scenario.task.chunk).await);
    let mut waits = 0;
    let worked = loop {
        let (worked, _) = test_task.work(&staff, job).await.unwrap();
        if !matches!(worked.exit, LoopExit::Waiting(_)) {
            break worked;
        }
        waits += 1;
        let open = test_task.store.library().questions(worked.task).await.unwrap();
        assert!(open.last().is_some_and(|note| note.json.contains("\"answer\":null")), "{open:?}");
        // The answer comes another day, to another process.
        test_task.reopen().await;
        job = Job::Resume(worked.task);
    };
    let expect = &scenario.expect;
    assert_eq!(waits, expect.waits, "how often it waited for a person");
    assert_eq!(outcome(&worked.exit), expect.outcome);
    assert_eq!(model.requests().len(), expect.requests, "how often the model was asked");
    let library = test_task.store.library();
    let ledger = library.ledger(worked.task).await.unwrap();
    let words: Vec<&str> = ledger.iter().map(|entry| entry.state.as_str()).collect();
    assert_eq!(words, expect.ledger, "the ledger");
    assert_eq!(
        library.task(worked.task).await.unwrap().outcome.map(|end| end.to_string()).as_deref(),
        Some(expect.outcome.as_str())
    );
    let all = test_task.paragraphs().await;
    let translations: Vec<Option<String>> =
        all.iter().map(|paragraph| paragraph.translation.as_ref().map(ToString::to_string)).collect();
    assert_eq!(translations, expect.translations, "the translations");
    for (place, text) in &expect.suggestions {
        let versions = library.versions(test_task.book.id, all[*place].id).await.unwrap();
        assert!(
            versions.iter().any(|version| !version.selected && version.text.as_str() == text),
            "{versions:?}"
        );
    }
    let said = conversation(&library.transcript(worked.task).await.unwrap(), &ids);
    for sentence in &expect.says {
        assert!(said.contains(sentence.as_str()), "nobody said `{sentence}`:\n{said}");
    }
    insta::with_settings!({ snapshot_path => "../snapshots/scenarios", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, said);
    });
}

fn outcome(exit: &LoopExit) -> String {
    match exit {
        LoopExit::Ended(TaskOutcome::Finished) => "finished".to_owned(),
        LoopExit::Ended(TaskOutcome::Failed { failure }) => format!("failed: {failure}"),
        LoopExit::Waiting(_) => "waiting".to_owned(),
        LoopExit::Paused => "paused".to_owned(),
        LoopExit::OutOfBudget => "out of budget".to_owned(),
    }
}
