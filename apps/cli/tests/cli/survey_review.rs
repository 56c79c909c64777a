//! What a person types in a review, and what becomes of the proposals.

use book::edit::Edit;
use book::id::{CharacterId, TermId};
use book::knowledge::character::{Character, Fact, FactState, Gender, Name};
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::knowledge::term::Term;
use book::text::book::Book;
use book::text::chapter::Chapter;
use book::text::markup::Marked;
use book::text::paragraph::{Paragraph, ParagraphKind, Place};
use book::text::version::{Author, TaskKind};
use messages::Language;
use runner::survey::review::{Decision, proposals};
use store::change::Cause;
use store::record::NewBook;
use store::store::Store;
use tsumugi::parts::review::{ReviewAnswer, answer, go_through};
use tsumugi::parts::{Output, Printer};

#[test]
fn a_letter_is_enough_and_nonsense_is_answered_with_help() {
    assert_eq!(answer("a\n"), ReviewAnswer::Decide(Decision::Accept));
    assert_eq!(answer("e Lady Lin\n"), ReviewAnswer::Decide(Decision::AcceptAs("Lady Lin".to_owned())));
    assert_eq!(answer(" G f "), ReviewAnswer::Decide(Decision::AcceptWithGender(Gender::Female)));
    assert_eq!(answer("r"), ReviewAnswer::Decide(Decision::Reject));
    assert_eq!(answer("m リン"), ReviewAnswer::Merge("リン".to_owned()));
    assert_eq!(answer("\n"), ReviewAnswer::Skip);
    assert_eq!(answer("q"), ReviewAnswer::Stop);
    for help in ["?", "e", "m", "g x", "accept all"] {
        assert_eq!(answer(help), ReviewAnswer::Help, "{help}");
    }
}

async fn library(folder: &std::path::Path) -> (Store, store::record::BookSummary) {
    let store = Store::open(&folder.join("library.db")).await.unwrap();
    let paragraph = |(text, block): (&str, u32)| Paragraph {
        text: Marked::from_plain(text),
        tags: Vec::new(),
        kind: ParagraphKind::Body,
        place: Place { part: 0, block },
    };
    let texts = ["リンは剣を抜いた。", "リンとカイは龍魂の塔へ行った。", "龍魂の塔は高い。リンは笑った。"];
    let paragraphs = texts.into_iter().zip(0..).map(paragraph).collect();
    let chapter = Chapter { title: "一".to_owned(), paragraphs, ..Chapter::default() };
    let book = Book { title: "本".to_owned(), chapters: vec![chapter], ..Book::default() };
    let new = NewBook {
        book: &book,
        original: b"",
        file_name: "a.txt",
        series: None,
        target_language: None,
        now_ms: 0,
    };
    let book = store.add_book(&new, &|_, _| ()).await.unwrap();
    let book = store.library().book(book.id).await.unwrap();
    (store, book)
}

fn gender(value: Gender) -> Fact<Gender> {
    Fact { value, evidence: Vec::new(), known_from: StoryPosition(0), standing: EntryState::Proposed }
}

#[tokio::test]
async fn what_is_answered_is_written_and_what_is_skipped_waits() {
    let folder = tempfile::tempdir().unwrap();
    let (store, book) = library(folder.path()).await;
    let mut lin = Character::new(CharacterId::from_number(1), Name::new("リン".to_owned(), "Lin".to_owned()));
    lin.gender = vec![gender(Gender::Female), gender(Gender::Male)];
    let kai = Character::new(CharacterId::from_number(2), Name::new("カイ".to_owned(), "Kai".to_owned()));
    let tower = Term::new(TermId::from_number(3), "龍魂の塔".to_owned(), "tower".to_owned());
    let sword = Term::new(TermId::from_number(4), "剣".to_owned(), "sword".to_owned());
    let who =
        Author::Model { model: "m".to_owned(), task_kind: TaskKind::Translation, task: None, run: None };
    let cause = Cause { who, run: None, task: None, note: String::new() };
    let edits = [Edit::create(lin), Edit::create(kai), Edit::create(tower), Edit::create(sword)];
    store.commit(book.id, &edits, &cause, 0).await.unwrap();
    let waiting = proposals(store.library(), &book).await.unwrap();
    let uses: Vec<usize> = waiting.iter().map(|one| one.n_uses).collect();
    assert!(uses.is_sorted_by(|one, other| one >= other), "the most used first: {uses:?}");
    assert!(waiting.iter().any(|one| one.contradicts));

    // Lin, the tower, then Kai and the sword by id.
    let mut answers = "nonsense\ng f\ne Tower of the Dragon Soul\nm nobody\nr\n".as_bytes();
    let printer = Printer::new(Output {
        json: false,
        quiet: true,
        language: Language::English,
        is_language_asked: false,
    });
    go_through(&waiting, &book, &store, &printer, &mut answers).await.unwrap();

    let known = store.library().knowledge(book.series.id).await.unwrap();
    let lin = known.characters.iter().find(|one| one.name.source == "リン").unwrap();
    assert_eq!(lin.standing, EntryState::Confirmed);
    assert_eq!(lin.gender_at(StoryPosition(9)), FactState::Settled(&Gender::Female));
    let tower = known.terms.iter().find(|one| one.source == "龍魂の塔").unwrap();
    assert_eq!(
        (tower.translation.as_str(), tower.standing),
        ("Tower of the Dragon Soul", EntryState::Confirmed)
    );
    let n_rejected = known.terms.iter().filter(|one| one.standing == EntryState::Rejected).count()
        + known.characters.iter().filter(|one| one.standing == EntryState::Rejected).count();
    assert_eq!(n_rejected, 1, "the third was rejected");
    assert_eq!(proposals(store.library(), &book).await.unwrap().len(), 1, "the last one waits");
    store.undo_last(book.id, &Cause::person("test"), 0).await.unwrap();
    assert_eq!(proposals(store.library(), &book).await.unwrap().len(), 2, "a decision can be undone");
}
