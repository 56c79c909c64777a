//! A library of an earlier shape opens with everything that was in it, and can do what is new.

use super::{HEALTH, old_library, text};
use book::edit::Edit;
use book::id::{BookId, ChapterId, ParagraphId, TermId};
use book::knowledge::evidence::StoryPosition;
use book::knowledge::term::Term;
use store::change::Cause;
use store::knowledge::Knowledge;
use store::store::Store;

#[tokio::test]
async fn a_library_without_knowledge_keeps_its_books_and_learns() {
    for n_migrations in [1, 2] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        old_library(&path, n_migrations).await;
        let store = Store::open(&path).await.unwrap();
        let library = store.library();
        let [one, other, two] = [101, 102, 103].map(BookId::from_number);
        let paragraph = library.paragraph(one, ParagraphId::from_number(0)).await.unwrap();
        assert_eq!(paragraph.translation.unwrap().as_str(), "cat");
        let first = ChapterId::from_number(0);
        for (book, moment) in
            [(one, StoryPosition(0)), (other, StoryPosition(0)), (two, StoryPosition::new(1, 0))]
        {
            assert_eq!(library.position_of(book, first).await.unwrap(), moment, "{book}");
        }
        assert!(library.book(one).await.unwrap().title_by_person, "a person's title stays one");
        assert!(!library.book(two).await.unwrap().title_by_person);
        let series = library.series_of(two).await.unwrap();
        assert_eq!(library.knowledge(series).await.unwrap(), Knowledge::default());
        let term = Term::new(TermId::from_number(1), "猫".to_owned(), "cat".to_owned());
        let cause = Cause::person("");
        store.commit(one, &[Edit::create(term.clone())], &cause, 1).await.unwrap();
        assert_eq!(library.terms(series).await.unwrap()[0].value, term);
        store.undo_last(one, &cause, 2).await.unwrap();
        assert_eq!(library.terms(series).await.unwrap(), []);
        store.undo_last(one, &cause, 3).await.unwrap();
        assert_eq!(library.paragraph(one, ParagraphId::from_number(0)).await.unwrap().translation, None);
        assert_eq!(text(&path, HEALTH).await, "ok");
    }
}
