//! `tsumugi chat`: a conversation about a book, at the terminal or one message at a time.

mod screen;

use crate::args::chat::ChatArgs;
use crate::commands::select::paragraph_id;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Align, Printer, TextTable};
use crate::work::begin::{self, micros};
use crate::work::signals::Signals;
use book::id::ChatId;
use llm::Budget;
use messages::Message;
use operations::book_name;
use runner::assistant::{self, ChatPlace, Conversation, TurnEnding};
use runner::run::RunModel;
use runner::run::StopSignal;
use screen::Screen;
use serde_json::json;
use settings::models::ModelRegistry;
use settings::offline::refuse_engine;
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;

pub(crate) async fn run(args: &ChatArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find(store.library(), &args.book).await?;
    if args.list {
        return list(store, &book, printer).await;
    }
    let place = place(args, store, &book).await?;
    let (model, budget) = open_model(args, printer).await?;
    let talk = Talk { store, book, place, model, budget, args, printer };
    Box::pin(talk.talk()).await
}

struct Talk<'a> {
    store: &'a Store,
    book: BookSummary,
    place: ChatPlace,
    model: RunModel,
    budget: Arc<Budget>,
    args: &'a ChatArgs,
    printer: &'a Printer,
}

impl Talk<'_> {
    async fn talk(self) -> anyhow::Result<Exit> {
        let mut chat = match &self.args.session {
            Some(text) => Some(self.known(text).await?),
            None => None,
        };
        let screen = Arc::new(Screen::new(self.printer, self.book.id, self.args.yes));
        let telling = Arc::clone(&screen);
        let mut conversation = Conversation {
            store: self.store.clone(),
            book: self.book,
            model: self.model,
            budget: self.budget,
            instructions: None,
            approver: screen,
            clock: Arc::new(config::now_ms),
            events: Arc::new(move |event| telling.on_event(&event)),
            cancel: StopSignal::new(),
        };
        let mut exit = Exit::Done;
        while let Some(words) = next_words(self.args, self.printer, chat.is_some()).await? {
            let id = match chat {
                Some(id) => id,
                None => begin(&conversation, &words, self.printer).await?,
            };
            chat = Some(id);
            conversation.cancel = StopSignal::new();
            let ending = answer(&conversation, id, &words, &self.place).await?;
            exit = print_ending(&ending, id, self.printer);
            if self.args.message.is_some() || exit == Exit::Budget {
                break;
            }
        }
        Ok(exit)
    }

    async fn known(&self, text: &str) -> anyhow::Result<ChatId> {
        let chats = self.store.library().chats(self.book.id).await?;
        let mut found = chats.iter().filter(|chat| chat.id.to_string().starts_with(text));
        match (found.next(), found.next()) {
            (Some(chat), None) => Ok(chat.id),
            (None, _) => {
                let message = Message::new("no_chat_about_this").with("text", text);
                Err(WrongUsage(message.with("book", self.book.id)).into())
            }
            (Some(_), Some(_)) => Err(WrongUsage(Message::new("several_chats").with("text", text)).into()),
        }
    }
}

/// What the person says next; `None` when they have left.
async fn next_words(args: &ChatArgs, printer: &Printer, has_begun: bool) -> anyhow::Result<Option<String>> {
    if let Some(message) = &args.message {
        return Ok(Some(message.clone()).filter(|words| !words.trim().is_empty()));
    }
    if printer.can_ask() {
        let hint = format!("{} ", printer.text_of(&Message::new("chat_leave")));
        screen::prompt(if has_begun { "" } else { &hint })?;
    }
    let mut signals = Signals::listen()?;
    let (send, words) = tokio::sync::oneshot::channel();
    // A thread of its own: one that waits for a person must not keep the program from ending.
    std::thread::spawn(move || {
        let mut words = String::new();
        let read = std::io::stdin().read_line(&mut words).map(|_| words);
        // The receiver is gone when the user has left the conversation.
        let _ = send.send(read);
    });
    tokio::select! {
        words = words => Ok(Some(words??).filter(|words| !words.trim().is_empty())),
        asked = signals.next() => asked.map(|()| None).map_err(Into::into),
    }
}

async fn begin(conversation: &Conversation, words: &str, printer: &Printer) -> anyhow::Result<ChatId> {
    let id = assistant::begin(&conversation.store, &conversation.book, words, config::now_ms()).await?;
    if printer.is_json() {
        printer.as_event("session").json(&json!({"session": id}))?;
    }
    Ok(id)
}

/// One turn; Ctrl-C ends it, and what was said is kept.
async fn answer(
    conversation: &Conversation,
    chat: ChatId,
    words: &str,
    place: &ChatPlace,
) -> anyhow::Result<TurnEnding> {
    let mut signals = Signals::listen()?;
    let cancel = conversation.cancel.clone();
    let answering = conversation.answer(chat, words, place);
    tokio::pin!(answering);
    tokio::select! {
        ending = &mut answering => return Ok(ending?),
        asked = signals.next() => asked?,
    }
    cancel.cancel();
    Ok(answering.await?)
}

fn print_ending(ending: &TurnEnding, chat: ChatId, printer: &Printer) -> Exit {
    let about = |code| Message::new(code).with("chat", chat);
    match ending {
        TurnEnding::Answered => Exit::Done,
        TurnEnding::Stopped => {
            printer.notify(&about("chat_stopped"));
            Exit::Interrupted
        }
        TurnEnding::OutOfBudget => {
            printer.notify(&about("chat_at_budget"));
            Exit::Budget
        }
        TurnEnding::TooManySteps => {
            printer.warn(&Message::new("chat_too_many_steps"));
            Exit::Failed
        }
        TurnEnding::Failed { reason } => {
            printer.warn_in_words(&printer.recognised(reason));
            Exit::Failed
        }
    }
}

async fn place(args: &ChatArgs, store: &Store, book: &BookSummary) -> anyhow::Result<ChatPlace> {
    let library = store.library();
    let mut place = ChatPlace::default();
    for text in &args.paragraphs {
        let id = paragraph_id(text)?;
        let paragraph = library.paragraph(book.id, id).await?;
        place.chapter.get_or_insert(paragraph.chapter);
        place.paragraphs.push(id);
    }
    if let Some(number) = args.chapter {
        let chapters = library.chapters(book.id).await?;
        let chapter = chapters.iter().find(|chapter| chapter.number == number).ok_or_else(|| {
            let message = Message::new("no_chapter_number").count("number", number);
            WrongUsage(message.count("n_chapters", chapters.len()).with("book", book.id))
        })?;
        place.chapter = Some(chapter.id);
    }
    Ok(place)
}

async fn open_model(args: &ChatArgs, printer: &Printer) -> anyhow::Result<(RunModel, Arc<Budget>)> {
    let registry = ModelRegistry::open()?.recording(args.model_args.record.as_deref());
    let name = begin::model(&registry, &args.model_args, printer.language()).await?;
    refuse_engine([name.as_str()], "chat")?;
    let money = args.model_args.max_cost.map(micros).transpose()?;
    let limit = llm::BudgetLimit {
        tokens: args.model_args.max_tokens,
        money: money.map(|micros| llm::Money::from_micro_dollars(u64::try_from(micros).unwrap_or_default())),
    };
    let budget = Budget::new(limit);
    let model = registry.open_model(&name, begin::endpoint(&args.model_args), &budget, 1)?;
    Ok((model, budget))
}

async fn list(store: &Store, book: &BookSummary, printer: &Printer) -> anyhow::Result<Exit> {
    let chats = store.library().chats(book.id).await?;
    if printer.is_json() {
        let rows: Vec<_> = chats
            .iter()
            .map(|chat| {
                json!({
                    "id": chat.id,
                    "title": chat.title,
                    "lines": chat.n_lines,
                    "usd_micros": chat.usage.cost_micros,
                    "updated_at": chat.updated_at,
                })
            })
            .collect();
        printer.json(&rows)?;
        return Ok(Exit::Done);
    }
    if chats.is_empty() {
        printer.notify(&Message::new("no_chats"));
        return Ok(Exit::Done);
    }
    let head = [
        ("col_session", Align::Left),
        ("col_about", Align::Left),
        ("col_lines", Align::Right),
        ("col_usd", Align::Right),
    ];
    let mut table = TextTable::new(&head, 1, printer.language());
    for chat in &chats {
        let micros = chat.usage.cost_micros;
        let usd = format!("{}.{:04}", micros / 1_000_000, micros % 1_000_000 / 100);
        table.row(vec![chat.id.to_string(), chat.title.clone(), chat.n_lines.to_string(), usd]);
    }
    printer.result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}
