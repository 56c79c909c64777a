//! Who a comment names: `@` and a member's name or login, as they are written.

use crate::sample::TestLibrary;
use crate::teamwork::join;
use store::grant::Right;
use store::people::{PersonId, Role};
use store::record::NewComment;

#[tokio::test]
async fn a_mention_is_the_longest_name_behind_the_sign() {
    let library = TestLibrary::with_cat_book().await;
    let owner = join(&library.store, "owner", Role::Owner).await;
    let mut people = Vec::new();
    for name in ["Ann", "Ann Lee", "花子", "Annabel"] {
        people.push(join(&library.store, name, Role::Translator).await);
    }
    let [ann, ann_lee, hanako, annabel] = people[..] else { panic!("they are four") };
    let paragraph = library.paragraph(2).await;
    let named = async |text: &str| {
        let comment = NewComment { paragraph, author: "x".to_owned(), text: text.to_owned() };
        library
            .store
            .grant(owner, None, Right::OF_EVERY_MEMBER)
            .await
            .unwrap()
            .add_comments(library.book, &[comment], 9)
            .await
            .unwrap()
    };
    assert_eq!(named("@Ann, is this right?").await, [ann]);
    assert_eq!(named("@Ann Lee and @ann").await, [ann_lee, ann]);
    assert_eq!(named("@annabel").await, [annabel]);
    assert_eq!(named("@anna").await, [] as [PersonId; 0]);
    assert_eq!(named("＠花子さん、@花子").await, [hanako]);
    assert_eq!(named("ann@example.org").await, [] as [PersonId; 0]);
    assert_eq!(named("no sign").await, [] as [PersonId; 0]);
}
