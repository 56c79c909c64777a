//! Whatever is done to two books of a series in two languages, taking all of it back leaves the library as it was.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::story::Chance;
use book::edit::{Edit, InstructionScope};
use book::id::{BookId, TermId};
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Term;
use book::language::LanguageTag;
use book::text::review::ReviewState;
use book::text::version::{Author, Selection, TaskKind};
use book::work::checked::Acknowledgement;
use operations::chinese::convert;
use operations::knowledge::rename::{self, Renaming};
use operations::pattern::PatternOptions;
use operations::replace::{self, Replacing};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use store::change::{Cause, ChangeId};
use store::error::StoreError;
use store::record::{NewBook, ParagraphRecord};
use store::store::Store;
use testkit::library::{TestLibrary, by_model};
use testkit::text;

const N_COMMANDS: usize = 20;
const SOURCES: [&str; 4] =
    ["黒猫が歩いていた。", "夜になると黒猫は帰ってきた。", "誰もいなかった。", "「干した魚だ」"];
/// Translations of the sources, one after the other, in either language.
const CHINESE: [&str; 4] = ["黑猫走着。", "入夜后黑猫回来了。", "没有人。", "“是干鱼。”"];
const ENGLISH: [&str; 4] = ["The Black Cat walked.", "The Black Cat came home.", "Nobody.", "“Dried fish.”"];

struct Shelf {
    test: TestLibrary,
    /// Two volumes into simplified Chinese, and both of them into English.
    books: Vec<BookId>,
    chance: Chance,
}

impl Shelf {
    async fn new() -> Self {
        let volume = |title: &str| {
            let chapters = ["一", "二"].map(|name| text::chapter(name, &SOURCES));
            text::book(title, Some("ja"), chapters)
        };
        let test = TestLibrary::with_book(&volume("雨"), Some("zh-Hans")).await;
        let new = NewBook {
            book: &volume("雪"),
            original: b"volume 2",
            file_name: "2.txt",
            series: Some("雨"),
            target_language: None,
            now_ms: 1,
        };
        let second = test.store.add_book(&new, &|_, _| {}).await.unwrap().id;
        let mut books = vec![test.book.id, second];
        let mut shelf = Self { test, books: books.clone(), chance: Chance::new(40) };
        for place in 0..2 {
            shelf.translate_all(books[place]).await;
            let english = "en".parse().unwrap();
            books.push(shelf.store().add_language_edition(books[place], &english, 2).await.unwrap().id);
        }
        shelf.books = books;
        for book in shelf.books[2..].iter().copied() {
            shelf.translate_all(book).await;
        }
        for book in [shelf.books[0], shelf.books[2]] {
            shelf.commit(book, &[Edit::upsert(shelf.term(book).await)]).await.unwrap();
        }
        shelf
    }

    const fn store(&self) -> &Store {
        &self.test.store
    }

    async fn is_english(&self, book: BookId) -> bool {
        let target = self.store().library().book(book).await.unwrap().target_language;
        target.is_some_and(|tag| tag.as_str() == "en")
    }

    async fn term(&self, book: BookId) -> Term {
        let translation = if self.is_english(book).await { "Black Cat" } else { "黑猫" };
        let term = Term::new(TermId::from_number(1), "黒猫".to_owned(), translation.to_owned());
        Term { standing: EntryState::Confirmed, ..term }
    }

    async fn translate_all(&self, book: BookId) {
        let texts = if self.is_english(book).await { ENGLISH } else { CHINESE };
        let paragraphs = self.store().library().all_paragraphs(book).await.unwrap();
        let edits: Vec<Edit> = paragraphs
            .iter()
            .zip(texts.iter().cycle())
            .map(|(paragraph, text)| added(paragraph, text, by_model("m", TaskKind::Translation)))
            .collect();
        self.commit(book, &edits).await.unwrap();
    }

    async fn commit(&self, book: BookId, edits: &[Edit]) -> Result<(), StoreError> {
        self.store().commit(book, edits, &Cause::person("by hand"), 3).await.map(drop)
    }

    /// A command; some of them make no sense where they come and are refused.
    async fn command(&mut self) {
        let book = *self.chance.of(&self.books);
        let library = self.store().library().clone();
        let paragraphs = library.all_paragraphs(book).await.unwrap();
        let paragraph = self.chance.of(&paragraphs).clone();
        let chapter = paragraph.chapter;
        let words = *self.chance.of(&[None, Some("one"), Some("two")]);
        let words = words.map(str::to_owned);
        let (english, chinese) = (*self.chance.of(&ENGLISH), *self.chance.of(&CHINESE));
        let edit = match self.chance.below(18) {
            0 => added(&paragraph, english, Author::Person),
            1 => added(&paragraph, chinese, by_model("n", TaskKind::Polish)),
            2 => Edit::SelectVersion { paragraph: paragraph.id, version: None },
            3 => {
                let versions = library.versions(book, paragraph.id).await.unwrap();
                let version = versions.last().map(|version| version.id);
                Edit::SelectVersion { paragraph: paragraph.id, version }
            }
            4 => Edit::SetLock { paragraph: paragraph.id, locked: !paragraph.locked },
            5 | 6 => Edit::SetReview { paragraph: paragraph.id, state: *self.chance.of(&ReviewState::ALL) },
            7 => Edit::SetChapterTitle { chapter, translation: words },
            8 => Edit::SetBookTitle { translation: words },
            9 => Edit::CorrectBookTitle { title: words.unwrap_or_else(|| "雨".to_owned()) },
            10 => {
                let scopes =
                    [InstructionScope::Series, InstructionScope::Book, InstructionScope::Chapter(chapter)];
                Edit::SetInstructions { scope: *self.chance.of(&scopes), text: words, was: None }
            }
            11 => Edit::Acknowledge {
                paragraph: paragraph.id,
                check: "A1".to_owned(),
                acknowledgement: words.map(|reason| Acknowledgement { reason, digest: "d".to_owned() }),
            },
            12 => Edit::upsert(Term { translation: words.unwrap_or_default(), ..self.term(book).await }),
            13 => Edit::remove(EntryKey::from(TermId::from_number(1))),
            14 => return self.replace(book).await,
            15 => return self.rename(book).await,
            16 => return self.convert(book).await,
            _ => return self.undo_something(book).await,
        };
        // What makes no sense at this moment is refused and changes nothing.
        let _ = self.commit(book, &[edit]).await;
    }

    async fn replace(&mut self, book: BookId) {
        let (find, with) = *self.chance.of(&[("Cat", "Dog"), ("猫", "狗"), ("o", "0")]);
        let options =
            PatternOptions { match_case: true, whole_word: false, regex: self.chance.below(2) == 0 };
        let (find, replace) = (find.to_owned(), with.to_owned());
        let replacing = Replacing { find, options, replace, chapters: Vec::new(), paragraphs: Vec::new() };
        let plan = replace::plan(self.store().library(), book, &replacing).await.unwrap();
        replace::apply(self.store(), book, &replacing, &plan, 4).await.unwrap();
    }

    async fn rename(&mut self, book: BookId) {
        let library = self.store().library();
        let summary = library.book(book).await.unwrap();
        let terms = library.terms(summary.series.id).await.unwrap();
        let Some(term) = terms.into_iter().next().map(|kept| kept.value) else { return };
        let name = if term.translation.is_ascii() { "Kuroneko" } else { "小黑" };
        let plan = rename::plan(library, &summary, &Renaming::of_term(&term, name, None)).await.unwrap();
        rename::carry_out(self.store(), &summary, &plan, 5).await.unwrap();
    }

    async fn convert(&self, book: BookId) {
        let summary = self.store().library().book(book).await.unwrap();
        let Some(target) = summary.target_language.clone().filter(LanguageTag::is_chinese) else { return };
        let to = if target.is_traditional_chinese() { "zh-Hans" } else { "zh-Hant" };
        convert(self.store(), &summary, &to.parse().unwrap(), 6).await.unwrap();
    }

    /// Takes back the last change, or any of the last ones as far as nothing newer stands there.
    async fn undo_something(&mut self, book: BookId) {
        let cause = Cause::person("undo");
        let changes = self.store().library().changes(book, 5).await.unwrap();
        let change = self.chance.of(&changes).id;
        let _ = match self.chance.below(2) {
            0 => self.store().undo_last(book, &cause, 7).await,
            _ => self.store().undo(change, &cause, 7).await,
        };
    }

    /// Every change since this one, taken back from the newest on.
    async fn undo_since(&self, start: ChangeId) {
        let mut made: BTreeMap<ChangeId, BookId> = BTreeMap::new();
        for book in &self.books {
            let changes = self.store().library().changes(*book, 400).await.unwrap();
            made.extend(changes.iter().filter(|one| one.id > start).map(|one| (one.id, *book)));
        }
        for (change, book) in made.into_iter().rev() {
            match self.store().undo(change, &Cause::person("undo all"), 8).await {
                Ok(undone) => assert_eq!(undone.left_alone, [], "{change} of {book}"),
                // It went with another book's change, with which it was made.
                Err(StoreError::AlreadyUndone { .. }) => {}
                Err(error) => panic!("{change} of {book}: {error}"),
            }
        }
    }

    async fn last_change(&self) -> ChangeId {
        let mut last = None;
        for book in &self.books {
            last =
                last.max(self.store().library().changes(*book, 1).await.unwrap().first().map(|one| one.id));
        }
        last.unwrap()
    }

    /// Everything that can be seen of the books; versions stay in the history whatever is taken back.
    async fn dump(&self) -> String {
        let library = self.store().library();
        let mut dump = String::new();
        for book in &self.books {
            writeln!(dump, "{:?}", library.book(*book).await.unwrap()).unwrap();
            writeln!(dump, "{:?}", library.chapters(*book).await.unwrap()).unwrap();
            for one in library.all_paragraphs(*book).await.unwrap() {
                let ParagraphRecord { id, version, translation, locked, review, .. } = one;
                writeln!(dump, "{id} {version:?} {translation:?} {locked} {review:?}").unwrap();
            }
            let given = library.acknowledgements(*book).await.unwrap();
            let given: Vec<_> = given.iter().map(|one| (one.paragraph, &one.check, &one.given)).collect();
            writeln!(dump, "{given:?}").unwrap();
        }
        for series in library.all_series().await.unwrap() {
            let terms = library.terms(series.series.id).await.unwrap();
            let terms: Vec<Term> = terms.into_iter().map(|kept| kept.value).collect();
            writeln!(dump, "{:?} {:?} {terms:?}", series.series, series.books).unwrap();
        }
        dump
    }
}

fn added(paragraph: &ParagraphRecord, text: &str, author: Author) -> Edit {
    let (paragraph, text) = (paragraph.id, text.to_owned());
    Edit::AddVersion { paragraph, text, author, selection: Selection::Select }
}

#[tokio::test]
async fn every_sequence_of_commands_is_taken_back_without_a_trace() {
    // The same sequences in every run; `TSUMUGI_FRESH_CASES=1000` tries so many.
    #[expect(clippy::disallowed_methods, reason = "a test has no other way to be asked for more")]
    let asked = std::env::var("TSUMUGI_FRESH_CASES").ok().and_then(|text| text.parse().ok());
    let n_sequences: usize = asked.unwrap_or(40);
    let mut shelf = Shelf::new().await;
    let before = shelf.dump().await;
    let mut n_changed = 0;
    for sequence in 0..n_sequences {
        let start = shelf.last_change().await;
        for _ in 0..N_COMMANDS {
            shelf.command().await;
        }
        n_changed += usize::from(shelf.dump().await != before);
        shelf.undo_since(start).await;
        assert_eq!(shelf.dump().await, before, "sequence {sequence}");
    }
    assert!(
        n_changed * 10 > n_sequences * 9,
        "{n_changed} sequences left a trace before they were taken back"
    );
}
