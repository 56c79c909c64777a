//! Accounts at a login service, and browsers that are known already.

use crate::sample::TestLibrary;
use store::logins::{IdentityLogin, LoginIdentity};
use store::people::{CredentialKind, NewCredential, NewInvitation, NewPerson, Role};
use store::store::Store;

const ISSUER: &str = "https://login.example.org";

async fn log_in(store: &Store, subject: &str, role: Option<Role>) -> Option<IdentityLogin> {
    let identity = LoginIdentity { issuer: ISSUER, subject, name: subject, role };
    store.log_in_by_identity(&identity, 5).await.unwrap()
}

#[tokio::test]
async fn an_account_belongs_to_issuer_and_subject_and_its_role_follows_the_groups() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    assert_eq!(log_in(store, "nobody", None).await, None, "no role, no account");
    assert!(!store.library().has_people().await.unwrap());
    let owner = log_in(store, "olive", Some(Role::Owner)).await.unwrap();
    assert!(owner.is_new);
    let eve = log_in(store, "eve", Some(Role::Editor)).await.unwrap();
    let again = log_in(store, "eve", Some(Role::Reader)).await.unwrap();
    assert_eq!(
        (again.person, again.is_new, again.before, again.role),
        (eve.person, false, Some(Role::Editor), Some(Role::Reader))
    );
    let elsewhere = LoginIdentity {
        issuer: "https://other.example.org",
        subject: "eve",
        name: "E",
        role: Some(Role::Reader),
    };
    let elsewhere = store.log_in_by_identity(&elsewhere, 6).await.unwrap().unwrap();
    assert_ne!(elsewhere.person, eve.person, "another issuer's subject is somebody else");

    let new = NewCredential {
        digest: "session",
        kind: CredentialKind::Session,
        person: eve.person,
        name: "browser",
        role: None,
        now_ms: 6,
        ends_at: 100,
    };
    store.add_credential(&new).await.unwrap();
    let refused = log_in(store, "eve", None).await.unwrap();
    assert_eq!((refused.before, refused.role), (Some(Role::Reader), None));
    assert!(store.library().member("session", 7).await.unwrap().is_none(), "what they had is over");

    let last = log_in(store, "olive", Some(Role::Reader)).await.unwrap();
    assert_eq!(last.role, Some(Role::Owner), "a team has an owner");
    store.remove_person(eve.person, 8).await.unwrap();
    let back = log_in(store, "eve", Some(Role::Reader)).await.unwrap();
    assert!(back.is_new && back.person != eve.person, "who was removed comes back as somebody new");
}

#[tokio::test]
async fn somebody_with_a_password_links_an_identity_and_keeps_name_and_role() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let invitation = NewInvitation { digest: "ann", role: Role::Owner, book: None, now_ms: 1, ends_at: 100 };
    store.invite(&invitation).await.unwrap();
    let new = NewPerson { name: "Ann", login: "ann", password: "kept" };
    let ann = store.accept_invitation("ann", &new, 2).await.unwrap();
    let identity =
        |subject| LoginIdentity { issuer: ISSUER, subject, name: "Annabel", role: Some(Role::Reader) };
    assert!(!store.library().has_identity(ann, ISSUER).await.unwrap());
    assert!(store.link_identity(ann, &identity("a1"), 3).await.unwrap());
    assert!(store.link_identity(ann, &identity("a1"), 3).await.unwrap(), "once more is no harm");
    for role in [Some(Role::Reader), None] {
        let entered = log_in(store, "a1", role).await.unwrap();
        assert_eq!((entered.person, entered.is_new, entered.role), (ann, false, Some(Role::Owner)));
    }
    assert_eq!(store.library().people().await.unwrap()[0].name, "Ann");

    let eve = log_in(store, "eve", Some(Role::Reader)).await.unwrap();
    assert!(!store.link_identity(ann, &identity("eve"), 4).await.unwrap(), "that is somebody else");
    assert!(store.link_identity(ann, &identity("a2"), 4).await.unwrap());
    let first = log_in(store, "a1", Some(Role::Reader)).await.unwrap();
    assert!(first.is_new, "one at a time");
    assert!(store.unlink_identity(ann, ISSUER).await.unwrap());
    assert!(!store.unlink_identity(ann, ISSUER).await.unwrap());
    assert!(store.library().has_identity(eve.person, ISSUER).await.unwrap());
}

#[tokio::test]
async fn a_browser_is_known_until_the_password_changes() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    for login in ["ann", "ben"] {
        let invitation =
            NewInvitation { digest: login, role: Role::Owner, book: None, now_ms: 1, ends_at: 100 };
        store.invite(&invitation).await.unwrap();
        let new = NewPerson { name: login, login, password: "kept" };
        let person = store.accept_invitation(login, &new, 2).await.unwrap();
        for n in 0..25 {
            store.note_device(&format!("{login} {n}"), person, 10 + n).await.unwrap();
        }
    }
    let library = store.library();
    assert!(library.is_device_of("ann 24", "ann").await.unwrap());
    assert!(!library.is_device_of("ann 24", "ben").await.unwrap(), "one's own browser only");
    assert!(!library.is_device_of("ann 4", "ann").await.unwrap(), "the latest twenty");
    assert!(library.is_device_of("ann 5", "ann").await.unwrap());
    let ann = library.people().await.unwrap()[0].id;
    store.set_password(ann, "other", None).await.unwrap();
    assert!(!library.is_device_of("ann 24", "ann").await.unwrap());
    assert!(library.is_device_of("ben 24", "ben").await.unwrap());
}
