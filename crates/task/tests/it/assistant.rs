//! The assistant: talks, looks up, changes what it may, asks before much changes, and forgets nothing.

use crate::test_task::TestTask;
use async_trait::async_trait;
use book::text::version::Author;
use llm::{ChatMessage, Scripted, ScriptedReply};
use serde_json::json;
use std::sync::Mutex;
use store::change::Cause;
use task::assistant::{Approver, Assistant, AssistantEvent, ChatLine, ChatPlace, Proposal, TurnEnding};
use task::driver::TaskError;
use task::stop_signal::StopSignal;
use tools::text::PromptLanguage;

/// Says the same to every proposal, and remembers them.
pub(crate) struct Says(bool, Mutex<Vec<Proposal>>);

impl Says {
    pub(crate) const fn always(agreed: bool) -> Self {
        Self(agreed, Mutex::new(Vec::new()))
    }
}

#[async_trait]
impl Approver for Says {
    async fn approve(&self, proposal: &Proposal) -> bool {
        self.1.lock().unwrap().push(proposal.clone());
        self.0
    }
}

pub(crate) struct Talk<'a> {
    test_task: &'a TestTask,
    model: &'a Scripted,
    says: &'a Says,
    pub(crate) window: Option<u64>,
    cancel: StopSignal,
    events: Mutex<Vec<AssistantEvent>>,
}

impl<'a> Talk<'a> {
    pub(crate) fn new(test_task: &'a TestTask, model: &'a Scripted, says: &'a Says) -> Self {
        let events = Mutex::new(Vec::new());
        Self { test_task, model, says, window: None, cancel: StopSignal::new(), events }
    }

    pub(crate) async fn say(
        &self,
        chat: book::id::ChatId,
        text: &str,
        place: &ChatPlace,
    ) -> Result<TurnEnding, TaskError> {
        let assistant = Assistant {
            store: &self.test_task.store,
            book: &self.test_task.book,
            chat,
            model: self.model,
            window: self.window,
            max_output_tokens: None,
            language: PromptLanguage::English,
            instructions: None,
            approver: self.says,
            price: &|usage| i64::try_from(usage.output).unwrap(),
            clock: &|| 7,
            events: &|event| self.events.lock().unwrap().push(event),
            cancel: self.cancel.clone(),
        };
        assistant.answer(text, place).await
    }

    fn changed(&self) -> Vec<store::change::ChangeId> {
        let events = self.events.lock().unwrap();
        let change = |event: &AssistantEvent| {
            if let AssistantEvent::Changed { change, .. } = event { Some(*change) } else { None }
        };
        events.iter().filter_map(change).collect()
    }
}

async fn test_task() -> TestTask {
    let test_task = TestTask::with(&[vec!["港に霧が出た。", "港は静かだ。", "夜。"], vec!["朝。"]]).await;
    for (at, text) in ["Fog rose in the port.", "The port is quiet."].into_iter().enumerate() {
        let id = test_task.paragraphs().await[at].id;
        let author = Author::Model {
            model: "m".to_owned(),
            task_kind: book::text::version::TaskKind::Translation,
            task: None,
            run: None,
        };
        test_task.translate(id, text, author).await;
    }
    test_task
}

pub(crate) async fn chat(test_task: &TestTask) -> book::id::ChatId {
    test_task.store.create_chat(test_task.book.id, "a talk", 1).await.unwrap()
}

async fn texts(test_task: &TestTask) -> Vec<Option<String>> {
    let paragraphs = test_task.paragraphs().await;
    paragraphs.iter().map(|one| one.translation.as_ref().map(|text| text.as_str().to_owned())).collect()
}

fn replacing() -> Scripted {
    let arguments = json!({"find": "port", "replace": "harbour", "dry_run": false});
    Scripted::replies([
        ScriptedReply::call("replace_in_translations", &arguments),
        ScriptedReply::text("Done."),
    ])
}

#[tokio::test]
async fn it_looks_things_up_anywhere_in_the_book_and_answers() {
    let test_task = test_task().await;
    let far = test_task.paragraphs().await[3].id;
    let model = Scripted::replies([
        ScriptedReply::call("get_paragraph_info", &json!({"paragraph_id": far})),
        ScriptedReply::text("It is morning."),
    ]);
    let says = Says::always(false);
    let talk = Talk::new(&test_task, &model, &says);
    let place = ChatPlace { chapter: Some(test_task.paragraphs().await[0].chapter), paragraphs: vec![far] };
    let ending = talk.say(chat(&test_task).await, "What happens later?", &place).await.unwrap();
    assert_eq!(ending, TurnEnding::Answered);
    let requests = model.requests();
    let ChatMessage::User { text } = &requests[0].messages[0] else { panic!("{requests:?}") };
    assert!(
        text.contains("chapter 1") && text.contains("朝。") && text.ends_with("What happens later?"),
        "{text}"
    );
    let ChatMessage::ToolResults { results } = requests[1].messages.last().unwrap() else {
        panic!("{requests:?}")
    };
    assert!(results[0].content.contains("朝。"), "{results:?}");
}

#[tokio::test]
async fn a_change_in_many_places_is_made_only_after_a_yes_and_one_undo_takes_it_back() {
    let test_task = test_task().await;
    let before = texts(&test_task).await;
    let (model, says) = (replacing(), Says::always(false));
    let talk = Talk::new(&test_task, &model, &says);
    talk.say(chat(&test_task).await, "Say harbour.", &ChatPlace::default()).await.unwrap();
    assert_eq!(texts(&test_task).await, before, "declined");
    assert_eq!(says.1.lock().unwrap()[0].n_changes, 2);
    let ChatMessage::ToolResults { results } = model.requests()[1].messages.last().unwrap().clone() else {
        panic!()
    };
    assert!(results[0].content.contains("DECLINED"), "{results:?}");

    let (model, says) = (replacing(), Says::always(true));
    let talk = Talk::new(&test_task, &model, &says);
    talk.say(chat(&test_task).await, "Say harbour.", &ChatPlace::default()).await.unwrap();
    assert_eq!(texts(&test_task).await[1].as_deref(), Some("The harbour is quiet."));
    let [change] = talk.changed()[..] else { panic!("one change") };
    test_task.store.undo(change, &Cause::person("undo"), 9).await.unwrap();
    assert_eq!(texts(&test_task).await, before);
}

#[tokio::test]
async fn a_persons_own_words_are_never_replaced() {
    let test_task = test_task().await;
    let id = test_task.paragraphs().await[0].id;
    test_task.translate(id, "My own fog.", Author::Person).await;
    let arguments = json!({"paragraph_id": id, "translated_text": "Its fog."});
    let model = Scripted::replies([
        ScriptedReply::call("update_translation", &arguments),
        ScriptedReply::text("I have suggested it."),
    ]);
    let says = Says::always(true);
    let talk = Talk::new(&test_task, &model, &says);
    assert_eq!(
        talk.say(chat(&test_task).await, "Better?", &ChatPlace::default()).await.unwrap(),
        TurnEnding::Answered
    );
    assert_eq!(texts(&test_task).await[0].as_deref(), Some("My own fog."));
    let waiting = test_task.store.library().suggestions(test_task.book.id).await.unwrap();
    assert_eq!(waiting.len(), 1, "its text waits beside them");
}

#[tokio::test]
async fn a_model_that_never_stops_calling_is_stopped_and_everything_said_is_kept() {
    let test_task = test_task().await;
    let model = Scripted::answering(|_| ScriptedReply::call("list_chapters", &json!({})));
    let says = Says::always(true);
    let talk = Talk::new(&test_task, &model, &says);
    let chat = chat(&test_task).await;
    assert_eq!(talk.say(chat, "Hello", &ChatPlace::default()).await.unwrap(), TurnEnding::TooManySteps);
    let lines = test_task.store.library().chat_lines(chat).await.unwrap();
    assert_eq!(lines.len(), 1 + 2 * 24 + 1);
    let last: ChatLine = serde_json::from_str(&lines.last().unwrap().json).unwrap();
    assert_eq!(last, ChatLine::BrokenOff { ending: TurnEnding::TooManySteps });
}

#[tokio::test]
async fn a_stopped_turn_ends_at_once_and_the_next_one_goes_on() {
    let test_task = test_task().await;
    let model = Scripted::replies([ScriptedReply::text("Here I am.")]);
    let says = Says::always(true);
    let mut talk = Talk::new(&test_task, &model, &says);
    let chat = chat(&test_task).await;
    talk.cancel.cancel();
    assert_eq!(talk.say(chat, "Hello", &ChatPlace::default()).await.unwrap(), TurnEnding::Stopped);
    talk.cancel = StopSignal::new();
    assert_eq!(talk.say(chat, "Are you there?", &ChatPlace::default()).await.unwrap(), TurnEnding::Answered);
    assert_eq!(model.requests().last().unwrap().messages, [ChatMessage::user("Hello\nAre you there?")]);
}

#[tokio::test]
async fn a_reply_that_breaks_off_in_a_conversation_is_counted_in_the_library() {
    let test_task = test_task().await;
    let failure = llm::Failure::Network { service: "s".to_owned(), detail: "gone".to_owned() };
    let mut broken = ScriptedReply { piece: 4, ..ScriptedReply::text("I was about to say something.") };
    broken.fault = Some(llm::ScriptedFault { after_events: Some(2), failure });
    let model = Scripted::replies([broken]);
    let says = Says::always(true);
    let talk = Talk::new(&test_task, &model, &says);
    let chat = chat(&test_task).await;
    let ending = talk.say(chat, "Hello", &ChatPlace::default()).await.unwrap();
    assert!(matches!(ending, TurnEnding::Failed { .. }), "{ending:?}");
    let chats = test_task.store.library().chats(test_task.book.id).await.unwrap();
    let used = &chats[0].usage;
    assert!(used.input > 0 && used.output > 0, "as far as it was seen: {used:?}");
    assert_eq!(used.cost_micros, used.output, "at its price");
}

#[tokio::test]
async fn a_failing_service_is_told_and_loses_nothing() {
    let test_task = test_task().await;
    let failure = llm::Failure::Network { service: "s".to_owned(), detail: "gone".to_owned() };
    let model = Scripted::replies([ScriptedReply::failing(failure)]);
    let says = Says::always(true);
    let talk = Talk::new(&test_task, &model, &says);
    let chat = chat(&test_task).await;
    let ending = talk.say(chat, "Hello", &ChatPlace::default()).await.unwrap();
    assert!(matches!(&ending, TurnEnding::Failed { reason } if reason.contains("gone")), "{ending:?}");
    assert_eq!(test_task.store.library().chat_lines(chat).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_long_conversation_is_read_in_summary_and_shown_in_full() {
    let test_task = test_task().await;
    let words: Vec<String> = (0..900).map(|n| format!("w{}", n * 7919 % 10_007)).collect();
    let long = words.join(" ");
    let model = Scripted::answering(move |request| {
        let sums_up = request.tool_choice == llm::ToolChoice::Forbidden;
        ScriptedReply::text(if sums_up { "They spoke of the port." } else { long.as_str() })
    });
    let says = Says::always(true);
    let mut talk = Talk::new(&test_task, &model, &says);
    talk.window = Some(16_000);
    let chat = chat(&test_task).await;
    for turn in 0..6 {
        talk.say(chat, &format!("Question {turn}"), &ChatPlace::default()).await.unwrap();
    }
    assert!(talk.events.lock().unwrap().contains(&AssistantEvent::Compacted));
    let largest = model.requests().iter().map(llm::estimate_request).max().unwrap();
    assert!(largest < 12_000, "{largest} tokens were sent");
    let last = model.requests().last().unwrap().messages.clone();
    assert!(
        matches!(&last[0], ChatMessage::User { text } if text.contains("They spoke of the port.")),
        "{last:?}"
    );
    let lines = test_task.store.library().chat_lines(chat).await.unwrap();
    let people = lines.iter().filter(|line| line.json.contains("\"said\":\"person\"")).count();
    assert_eq!(people, 6, "nothing is lost from view");
}

#[tokio::test]
async fn what_a_conversation_costs_is_counted() {
    let test_task = test_task().await;
    let usage = llm::Usage { input: 100, output: 20, ..llm::Usage::default() };
    let model = Scripted::replies([ScriptedReply::text("Yes.").costing(usage)]);
    let says = Says::always(true);
    let talk = Talk::new(&test_task, &model, &says);
    let chat = chat(&test_task).await;
    talk.say(chat, "Hello", &ChatPlace::default()).await.unwrap();
    let record = test_task.store.library().chat(chat).await.unwrap();
    assert_eq!((record.usage.input, record.usage.output, record.usage.cost_micros), (100, 20, 20));
}

#[tokio::test]
async fn what_a_person_settled_changes_only_after_they_said_yes() {
    let test_task = test_task().await;
    let (library, book) = (test_task.store.library(), test_task.book.id);
    let title = book::edit::Edit::SetBookTitle { translation: Some("Mine".to_owned()) };
    let mut term = book::knowledge::term::Term::new(
        book::id::TermId::from_number(1),
        "静か".to_owned(),
        "quiet".to_owned(),
    );
    term.standing = book::knowledge::evidence::EntryState::Confirmed;
    let edits = [title, book::edit::Edit::create(term)];
    test_task.store.commit(book, &edits, &Cause::person("mine"), 1).await.unwrap();
    let now = async || {
        let series = library.series_of(book).await.unwrap();
        let term = library.terms(series).await.unwrap().first().map(|kept| kept.value.translation.clone());
        (library.book(book).await.unwrap().title_translation, term)
    };
    let both = || {
        Scripted::replies([
            ScriptedReply::call("update_book_title", &json!({"title_translation": "Theirs"})),
            ScriptedReply::call("update_term", &json!({"term": "静か", "translation": "calm"})),
            ScriptedReply::call("delete_term", &json!({"term": "静か"})),
            ScriptedReply::text("Done."),
        ])
    };
    for agreed in [false, true] {
        let (model, says) = (both(), Says::always(agreed));
        let talk = Talk::new(&test_task, &model, &says);
        talk.say(chat(&test_task).await, "Change them.", &ChatPlace::default()).await.unwrap();
        assert_eq!(says.1.lock().unwrap().len(), 3, "each was asked about");
        let expected = if agreed {
            (Some("Theirs".to_owned()), None)
        } else {
            (Some("Mine".to_owned()), Some("quiet".to_owned()))
        };
        assert_eq!(now().await, expected, "agreed: {agreed}");
    }
}
