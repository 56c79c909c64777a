//! A newer edition takes the older one's place: every line keeps what belongs to it, and nothing is lost.

use crate::assert_send;
use crate::sample::{TestLibrary, cat_book, chapter, model};
use book::edit::Edit;
use book::id::{ChapterId, ParagraphId, VersionId};
use book::text::book::Book;
use book::text::chapter::Matter;
use book::text::version::{Author, Selection};
use store::change::{Cause, Effect};
use store::error::StoreError;
use store::record::{Freshness, ParagraphRecord, StaleReason};
use store::revision::{BookRevision, Lineage, RevisionResult};
use store::search::SearchQuery;

impl TestLibrary {
    pub(crate) async fn give(&self, paragraph: ParagraphId, text: &str, author: Author) -> VersionId {
        let edit =
            Edit::AddVersion { paragraph, text: text.to_owned(), author, selection: Selection::Select };
        let cause = Cause::person("by hand");
        self.store.commit(self.book, &[edit], &cause, 5).await.unwrap().versions[0].version
    }

    pub(crate) async fn revise(
        &self,
        newer: &Book,
        original: &[u8],
        chapters: &[Option<ChapterId>],
        lineage: &[Lineage],
    ) -> Result<RevisionResult, StoreError> {
        let from = self.store.library().revision(self.book).await.unwrap();
        let revision = BookRevision {
            book: self.book,
            from,
            newer,
            original,
            file_name: "cat-2.txt",
            chapters,
            lineage,
            now_ms: 50,
        };
        assert_send(self.store.revise_book(&revision, &|_, _| {})).await
    }

    pub(crate) async fn record(&self, paragraph: ParagraphId) -> ParagraphRecord {
        self.store.library().paragraph(self.book, paragraph).await.unwrap()
    }

    async fn found(&self, text: &str) -> Vec<ParagraphId> {
        let query = SearchQuery::text(text, 50);
        let page = self.store.library().search(self.book, &query).await.unwrap();
        page.hits.iter().map(|hit| hit.paragraph.id).collect()
    }
}

/// The second chapter goes to the front, the cat's sentence is reworded and leaves its chapter, one line goes, two come.
pub(crate) fn newer() -> Book {
    Book {
        chapters: vec![
            chapter("二", Matter::Body, &["二", "Ｔｈｅ Cat said “MEOW, meow”?!", "", "どこで生れたか"]),
            chapter("一", Matter::Body, &["一", "", "名前は<1>まだ</1>無い。", "書き足した行。"]),
            chapter("三", Matter::Body, &["吾輩は猫であった。"]),
        ],
        ..cat_book()
    }
}

/// What the lines of [`newer`] are to the cat book, whose lines have the numbers 0 to 7.
pub(crate) fn lineage() -> Vec<Lineage> {
    let line = |number| Lineage::Line(ParagraphId::from_number(number));
    vec![line(4), line(5), line(6), line(7), line(0), line(1), line(3), Lineage::New, line(2)]
}

pub(crate) fn chapters() -> [Option<ChapterId>; 3] {
    [Some(ChapterId::from_number(1)), Some(ChapterId::from_number(0)), None]
}

#[tokio::test]
async fn lines_keep_their_ids_translations_and_locks_wherever_they_go() {
    let test_library = TestLibrary::with_cat_book().await;
    let ids: Vec<ParagraphId> = test_library.paragraphs().await.iter().map(|record| record.id).collect();
    test_library.give(ids[2], "I am a cat.", model()).await;
    test_library.give(ids[7], "where was I born", Author::Person).await;
    let lock = Edit::SetLock { paragraph: ids[7], locked: true };
    test_library.store.commit(test_library.book, &[lock], &Cause::person(""), 6).await.unwrap();
    let revised = test_library.revise(&newer(), b"newer", &chapters(), &lineage()).await.unwrap();
    assert_eq!((revised.revision, revised.n_stale, revised.n_set_aside), (1, 1, 0));
    let after = test_library.paragraphs().await;
    let order: Vec<ParagraphId> = after.iter().map(|record| record.id).collect();
    assert_eq!(order[..7], [4, 5, 6, 7, 0, 1, 3].map(|number: usize| ids[number]));
    assert_eq!(order[8], ids[2]);
    assert!(!ids.contains(&order[7]), "a new line has an id of its own");
    assert_eq!(after.iter().map(|record| record.position).collect::<Vec<_>>(), (0..9).collect::<Vec<_>>());
    assert_eq!(after.iter().map(|record| record.index).collect::<Vec<_>>(), [0, 1, 2, 3, 0, 1, 2, 3, 0]);
    let born = test_library.record(ids[7]).await;
    assert!(born.locked && born.freshness == Freshness::Fresh, "{born:?}");
    assert_eq!(born.translation.unwrap().as_str(), "where was I born");
    let cat = test_library.record(ids[2]).await;
    assert_eq!(
        (cat.text.as_str(), cat.freshness),
        ("吾輩は猫であった。", Freshness::Stale(StaleReason::Source))
    );
    assert_eq!(cat.translation.unwrap().as_str(), "I am a cat.");
    let library = test_library.store.library();
    let chapters = library.chapters(test_library.book).await.unwrap();
    let titles: Vec<(u32, &str, u32)> =
        chapters.iter().map(|it| (it.number, it.title.as_str(), it.n_translated)).collect();
    assert_eq!(titles, [(1, "二", 1), (2, "一", 0), (3, "三", 1)]);
    assert_eq!(library.original(test_library.book).await.unwrap(), b"newer");
    let former = library.former_sources(test_library.book, ids[2]).await.unwrap();
    assert_eq!(former.len(), 1);
    assert!(former[0].text.as_str().contains("は猫である。"), "{former:?}");
    let next = library.next_paragraphs(test_library.book, ids[7], 3).await.unwrap();
    assert_eq!(next.iter().map(|record| record.id).collect::<Vec<_>>(), [ids[0], ids[3], order[7]]);
    let previous = library.previous_paragraphs(test_library.book, ids[4], 3).await.unwrap();
    assert_eq!(previous, []);
    let position = library.position(test_library.book, ids[2]).await.unwrap();
    assert_eq!((position.chapter_number, position.index, position.total_paragraphs), (3, 0, 1));
}

#[tokio::test]
async fn search_finds_what_the_book_says_now_and_nothing_else() {
    let test_library = TestLibrary::with_cat_book().await;
    let ids: Vec<ParagraphId> = test_library.paragraphs().await.iter().map(|record| record.id).collect();
    test_library.give(ids[2], "I am a cat.", model()).await;
    test_library.give(ids[4], "two", model()).await;
    test_library.revise(&newer(), b"newer", &chapters(), &lineage()).await.unwrap();
    assert_eq!(test_library.found("猫であった").await, [ids[2]]);
    assert_eq!(test_library.found("猫である。").await, []);
    assert_eq!(test_library.found("I am a cat").await, [ids[2]]);
    assert_eq!(test_library.found("two").await, [ids[4]]);
    assert_eq!(test_library.found("どこで").await, [ids[7]]);
    assert_eq!(test_library.found("書き足した").await.len(), 1);
    test_library.give(ids[2], "I was a cat.", model()).await;
    assert_eq!(test_library.found("am a cat").await, []);
    assert_eq!(test_library.record(ids[2]).await.freshness, Freshness::Fresh);
}

#[tokio::test]
async fn what_a_newer_edition_takes_out_is_out_of_sight_and_can_come_back() {
    let test_library = TestLibrary::with_cat_book().await;
    let ids: Vec<ParagraphId> = test_library.paragraphs().await.iter().map(|record| record.id).collect();
    test_library.give(ids[3], "No <1>name</1> yet.", model()).await;
    let first = [Some(test_library.chapter(0).await)];
    let short = Book { chapters: vec![chapter("一", Matter::Body, &["一"])], ..cat_book() };
    test_library.revise(&short, b"short", &first, &[Lineage::Line(ids[0])]).await.unwrap();
    let library = test_library.store.library();
    assert_eq!(test_library.paragraphs().await.len(), 1);
    assert_eq!(library.chapters(test_library.book).await.unwrap().len(), 1);
    let summary = library.book(test_library.book).await.unwrap();
    assert_eq!((summary.n_chapters, summary.n_paragraphs, summary.n_translated), (1, 1, 0));
    assert!(matches!(
        library.paragraph(test_library.book, ids[3]).await,
        Err(StoreError::NoSuchParagraph { .. })
    ));
    assert!(matches!(
        library.position(test_library.book, ids[3]).await,
        Err(StoreError::NoSuchParagraph { .. })
    ));
    assert_eq!(library.previous_paragraphs(test_library.book, ids[0], 5).await.unwrap(), []);
    assert_eq!(test_library.found("No name").await, []);
    assert_eq!(library.versions(test_library.book, ids[3]).await.unwrap().len(), 1, "its history stays");
    assert_eq!(library.retired_paragraphs(test_library.book).await.unwrap().len(), 7);
    let edit = Edit::SetLock { paragraph: ids[3], locked: true };
    let refusal =
        test_library.store.commit(test_library.book, &[edit], &Cause::person(""), 6).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NoSuchParagraph { .. }), "{refusal}");
    let all: Vec<Lineage> = ids.iter().map(|id| Lineage::Line(*id)).collect();
    let chapters = [Some(ChapterId::from_number(0)), Some(ChapterId::from_number(1))];
    let revised = test_library.revise(&cat_book(), b"the file", &chapters, &all).await.unwrap();
    assert_eq!((revised.revision, revised.n_stale), (2, 0));
    let back = test_library.record(ids[3]).await;
    assert_eq!(
        (back.translation.unwrap().as_str(), back.freshness),
        ("No <1>name</1> yet.", Freshness::Fresh)
    );
    assert_eq!(library.book(test_library.book).await.unwrap().n_translated, 1);
    assert_eq!(test_library.found("No name").await, [ids[3]]);
}

#[tokio::test]
async fn words_that_come_back_make_their_translation_fresh_again() {
    let test_library = TestLibrary::with_cat_book().await;
    let ids: Vec<ParagraphId> = test_library.paragraphs().await.iter().map(|record| record.id).collect();
    test_library.give(ids[2], "I am a cat.", model()).await;
    let all: Vec<Lineage> = ids.iter().map(|id| Lineage::Line(*id)).collect();
    let chapters = [Some(ChapterId::from_number(0)), Some(ChapterId::from_number(1))];
    let mut other = cat_book();
    other.chapters[0].paragraphs[2].text = book::text::markup::Marked::from_plain("吾輩は犬である。");
    assert_eq!(test_library.revise(&other, b"dog", &chapters, &all).await.unwrap().n_stale, 1);
    assert_eq!(test_library.revise(&cat_book(), b"cat again", &chapters, &all).await.unwrap().n_stale, 0);
    assert_eq!(test_library.record(ids[2]).await.freshness, Freshness::Fresh);
    let mut spaced = cat_book();
    spaced.chapters[0].paragraphs[2].text =
        book::text::markup::Marked::from_written(format!("　{}", test_library.record(ids[2]).await.text));
    assert_eq!(test_library.revise(&spaced, b"spaced", &chapters, &all).await.unwrap().n_stale, 0);
    assert!(test_library.record(ids[2]).await.text.as_str().starts_with('　'));
}

#[tokio::test]
async fn a_translation_that_cannot_belong_to_its_line_any_more_stays_in_the_history_only() {
    let test_library = TestLibrary::with_cat_book().await;
    let ids: Vec<ParagraphId> = test_library.paragraphs().await.iter().map(|record| record.id).collect();
    test_library.give(ids[2], "I am a cat.", model()).await;
    let tagged = test_library.give(ids[3], "No <1>name</1> yet.", model()).await;
    let mut other = cat_book();
    other.chapters[0].paragraphs[3].text = book::text::markup::Marked::from_plain("名前はまだ無い。");
    other.chapters[0].paragraphs[3].tags = Vec::new();
    let mut all: Vec<Lineage> = ids.iter().map(|id| Lineage::Line(*id)).collect();
    all[2] = Lineage::Part(ids[2]);
    let chapters = [Some(ChapterId::from_number(0)), Some(ChapterId::from_number(1))];
    let revised = test_library.revise(&other, b"other", &chapters, &all).await.unwrap();
    assert_eq!((revised.n_set_aside, revised.n_stale), (2, 0));
    for id in [ids[2], ids[3]] {
        assert_eq!(test_library.record(id).await.translation, None);
        assert_eq!(test_library.store.library().versions(test_library.book, id).await.unwrap().len(), 1);
    }
    assert_eq!(test_library.found("cat").await, [ids[5]], "only the source is found");
    let select = Edit::SelectVersion { paragraph: ids[3], version: Some(tagged) };
    let refusal =
        test_library.store.commit(test_library.book, &[select], &Cause::person(""), 6).await.unwrap_err();
    assert!(matches!(refusal, StoreError::DoesNotFit { .. }), "{refusal}");
}

#[tokio::test]
async fn a_revision_is_in_the_history_and_is_not_undone_by_mistake() {
    let test_library = TestLibrary::with_cat_book().await;
    let revised = test_library.revise(&newer(), b"newer", &chapters(), &lineage()).await.unwrap();
    let change = test_library.store.library().changes(test_library.book, 1).await.unwrap().remove(0);
    assert_eq!(change.id, revised.change);
    assert_eq!(change.effects, [Effect::SourceRevised { revision: 1 }]);
    let refusal =
        test_library.store.undo_last(test_library.book, &Cause::person("undo"), 9).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NotUndoable { .. }), "{refusal}");
}

#[tokio::test]
async fn an_undo_leaves_lines_alone_that_the_book_no_longer_has() {
    let test_library = TestLibrary::with_cat_book().await;
    let ids: Vec<ParagraphId> = test_library.paragraphs().await.iter().map(|record| record.id).collect();
    test_library.give(ids[3], "No <1>name</1> yet.", Author::Person).await;
    let change = test_library.store.library().changes(test_library.book, 1).await.unwrap()[0].id;
    let short = Book { chapters: vec![chapter("一", Matter::Body, &["一"])], ..cat_book() };
    test_library
        .revise(&short, b"short", &[Some(test_library.chapter(0).await)], &[Lineage::Line(ids[0])])
        .await
        .unwrap();
    let refusal = test_library.store.undo(change, &Cause::person("undo"), 9).await.unwrap_err();
    assert!(matches!(&refusal, StoreError::Overwritten { effects, .. } if effects.len() == 1), "{refusal}");
}

#[tokio::test]
async fn a_title_that_changed_is_translated_anew() {
    let test_library = TestLibrary::with_cat_book().await;
    let chapter = test_library.chapter(0).await;
    let title = Edit::SetChapterTitle { chapter, translation: Some("One".to_owned()) };
    test_library.store.commit(test_library.book, &[title], &Cause::person(""), 6).await.unwrap();
    let ids: Vec<ParagraphId> = test_library.paragraphs().await.iter().map(|record| record.id).collect();
    let all: Vec<Lineage> = ids.iter().map(|id| Lineage::Line(*id)).collect();
    let chapters = [Some(ChapterId::from_number(0)), Some(ChapterId::from_number(1))];
    let mut other = cat_book();
    other.chapters[0].title = "その一".to_owned();
    test_library.revise(&other, b"other", &chapters, &all).await.unwrap();
    assert_eq!(
        test_library.store.library().chapters(test_library.book).await.unwrap()[0].title_translation,
        None
    );
}
