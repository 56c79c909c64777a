//! Notices by mail: who gets which, once, and what becomes of a mail whose sender died.

use crate::sample::TestLibrary;
use store::assignments::{AssignedWork, AssignmentChange, AssignmentState, NewAssignments};
use store::grant::Right;
use store::mail::{Digest, DigestTurn, MailChoice, MailFrequency, MailRecord, NewMailConfirmation};
use store::notices::NoticeKind;
use store::people::{NewInvitation, NewPerson, PersonId, Role};
use store::store::Store;

const HOUR: i64 = 60 * 60 * 1_000;
const ADDRESS: &str = "ann@example.org";

struct Mailing {
    library: TestLibrary,
    editor: PersonId,
    ann: PersonId,
}

impl Mailing {
    async fn new() -> Self {
        let library = TestLibrary::with_cat_book().await;
        join(&library.store, "owner", Role::Owner).await;
        let editor = join(&library.store, "Edith", Role::Editor).await;
        let ann = join(&library.store, "Ann", Role::Translator).await;
        Self { library, editor, ann }
    }

    /// Ann chooses, and has confirmed her address.
    async fn chooses(&self, frequency: MailFrequency, now_ms: i64) {
        if !self.chooses_at(ADDRESS, frequency, "the link", now_ms).await.is_confirmed {
            assert!(self.mails_link(ADDRESS, "confirming", now_ms).await);
            let confirmed = self.library.store.confirm_mail("confirming", now_ms).await.unwrap();
            assert_eq!(confirmed, Some(self.ann));
        }
    }

    async fn chooses_at(
        &self,
        address: &str,
        frequency: MailFrequency,
        unsubscribe: &str,
        now_ms: i64,
    ) -> MailRecord {
        let address = Some(address.to_owned());
        let choice = MailChoice { address, frequency, language: "zh-Hans".to_owned() };
        let store = &self.library.store;
        store.set_mail_choice(self.ann, &choice, unsubscribe, now_ms).await.unwrap();
        let record = store.library().mail_choice(self.ann).await.unwrap().unwrap();
        assert_eq!(record.choice, choice);
        record
    }

    /// Keeps a link to confirm an address that is good for an hour.
    async fn mails_link(&self, address: &str, digest: &str, now_ms: i64) -> bool {
        let new = NewMailConfirmation { person: self.ann, address, digest, now_ms, ends_at: now_ms + HOUR };
        self.library.store.add_mail_confirmation(&new).await.unwrap()
    }

    /// Gives Ann a chapter, without words, so that what follows is added to it.
    async fn gives(&self, due: Option<&str>) {
        let book = self.library.book;
        let chapters = self.library.store.library().chapters(book).await.unwrap();
        let new = NewAssignments {
            book,
            chapters: &[chapters[0].id],
            person: self.ann,
            work: AssignedWork::Translate,
            due,
            note: "",
            now_ms: 5,
        };
        self.library
            .store
            .grant(self.editor, None, Right::OF_EVERY_MEMBER)
            .await
            .unwrap()
            .assign(&new)
            .await
            .unwrap();
    }

    async fn take(&self, message_id: &str, now_ms: i64) -> Option<Digest> {
        let turn = DigestTurn { message_id, now_ms, until_ms: now_ms + 60 };
        self.library.store.take_digest(&turn).await.unwrap()
    }
}

async fn join(store: &Store, name: &str, role: Role) -> PersonId {
    let digest = format!("invitation of {name}");
    store.invite(&NewInvitation { digest: &digest, role, book: None, now_ms: 1, ends_at: 9 }).await.unwrap();
    let person = NewPerson { name, login: &name.to_lowercase(), password: "kept" };
    store.accept_invitation(&digest, &person, 2).await.unwrap()
}

fn kinds(digest: &Digest) -> Vec<(NoticeKind, u32)> {
    digest.notices.iter().map(|notice| (notice.kind, notice.n)).collect()
}

#[tokio::test]
async fn a_member_gets_each_notice_in_one_mail_and_one_mail_an_interval() {
    let mailing = Mailing::new().await;
    let store = &mailing.library.store;
    mailing.gives(None).await;
    assert_eq!(mailing.take("a", 10).await, None, "who has not chosen gets nothing");
    mailing.chooses(MailFrequency::Hourly, 10).await;
    assert_eq!(mailing.take("a", 11).await, None, "what was before the choice is not mailed");
    mailing.gives(None).await;
    mailing.gives(None).await;
    let digest = mailing.take("a", 12).await.unwrap();
    assert_eq!(kinds(&digest), [(NoticeKind::Assigned, 2)]);
    assert_eq!((digest.address.as_str(), digest.name.as_str()), (ADDRESS, "Ann"));
    assert_eq!(digest.unsubscribe, "the link");
    assert_eq!((digest.language.as_str(), digest.n_more), ("zh-Hans", 0));
    assert_eq!(mailing.take("b", 13).await, None, "one process sends it");
    mailing.gives(None).await;
    store.digest_sent(&digest, 14).await.unwrap();
    assert_eq!(mailing.take("c", 14 + HOUR - 1).await, None, "one mail an hour");
    let next = mailing.take("d", 14 + HOUR).await.unwrap();
    assert_eq!(kinds(&next), [(NoticeKind::Assigned, 1)], "what came while the first was sent");
    store.digest_sent(&next, 14 + HOUR).await.unwrap();
    mailing.gives(None).await;
    store.mark_notices_read(mailing.ann, None, 20).await.unwrap();
    assert_eq!(mailing.take("e", 9 * HOUR).await, None, "what was read on the page is not mailed");
}

#[tokio::test]
async fn a_mail_whose_sender_died_or_failed_is_the_same_mail_again() {
    let mailing = Mailing::new().await;
    let store = &mailing.library.store;
    mailing.chooses(MailFrequency::Daily, 10).await;
    mailing.gives(None).await;
    let first = mailing.take("first", 12).await.unwrap();
    mailing.gives(None).await;
    assert_eq!(mailing.take("other", 71).await, None, "its sender still has it");
    let again = mailing.take("other", 72).await.unwrap();
    assert_eq!(again, first, "the same id and the same notices");
    store.digest_failed(&again, 200).await.unwrap();
    assert_eq!(mailing.take("third", 199).await, None, "not yet");
    let third = mailing.take("third", 200).await.unwrap();
    assert_eq!((third.message_id.as_str(), third.n_failed), ("first", 1));
    assert_eq!(third.notices, first.notices);
    store.digest_sent(&third, 201).await.unwrap();
    // The first sender comes back after a long sleep.
    store.digest_failed(&first, 0).await.unwrap();
    store.digest_sent(&first, 300).await.unwrap();
    let next = mailing.take("next", 201 + 24 * HOUR).await.unwrap();
    assert_eq!(
        (next.message_id.as_str(), next.n_failed, kinds(&next)),
        ("next", 0, vec![(NoticeKind::Assigned, 1)])
    );
}

#[tokio::test]
async fn who_chose_none_lost_a_role_or_was_removed_gets_no_mail() {
    let mailing = Mailing::new().await;
    let store = &mailing.library.store;
    mailing.chooses(MailFrequency::Hourly, 10).await;
    mailing.gives(None).await;
    store.set_role(mailing.ann, None, None, 11).await.unwrap();
    assert_eq!(mailing.take("a", 12).await, None, "they may not read the book any more");
    store.set_role(mailing.ann, Some(mailing.library.book), Some(Role::Reader), 12).await.unwrap();
    let digest = mailing.take("a", 13).await.unwrap();
    mailing.chooses(MailFrequency::Never, 14).await;
    store.digest_failed(&digest, 15).await.unwrap();
    assert_eq!(mailing.take("b", 900).await, None, "a mail under way is given up");
    mailing.chooses(MailFrequency::Hourly, 901).await;
    mailing.gives(None).await;
    store.remove_person(mailing.ann, 902).await.unwrap();
    assert_eq!(mailing.take("c", 903 + HOUR).await, None);
    assert_eq!(store.library().mail_choice(mailing.ann).await.unwrap(), None, "the address is gone");
}

#[tokio::test]
async fn a_due_day_is_told_once_and_again_when_it_is_another() {
    let mailing = Mailing::new().await;
    let (store, book) = (&mailing.library.store, mailing.library.book);
    mailing.gives(Some("2026-12-01")).await;
    assert_eq!(store.remind_of_due("2026-11-30", 6).await.unwrap(), []);
    assert_eq!(store.remind_of_due("2026-12-01", 7).await.unwrap(), [mailing.ann]);
    assert_eq!(store.remind_of_due("2026-12-02", 8).await.unwrap(), [], "once");
    let notice = &store.library().notices(mailing.ann, None, 1).await.unwrap()[0];
    assert_eq!((notice.kind, notice.text.as_str(), &notice.by), (NoticeKind::Due, "2026-12-01", &None));
    let id = store.library().assignments(book).await.unwrap()[0].id;
    let later = AssignmentChange { due: Some(Some("2026-12-05")), ..AssignmentChange::default() };
    store
        .grant(mailing.editor, None, Right::OF_EVERY_MEMBER)
        .await
        .unwrap()
        .change_assignment(book, id, &later, 9)
        .await
        .unwrap();
    assert_eq!(store.remind_of_due("2026-12-05", 10).await.unwrap(), [mailing.ann]);
    let done = AssignmentChange {
        state: Some(AssignmentState::Done),
        due: Some(Some("2026-12-07")),
        ..AssignmentChange::default()
    };
    store
        .grant(mailing.ann, None, Right::OF_EVERY_MEMBER)
        .await
        .unwrap()
        .change_assignment(book, id, &done, 9)
        .await
        .unwrap();
    assert_eq!(store.remind_of_due("2026-12-09", 10).await.unwrap(), [], "what is done is not due");
}

#[tokio::test]
async fn mail_goes_to_an_address_once_the_link_that_was_mailed_there_was_opened_in_time() {
    let mailing = Mailing::new().await;
    let store = &mailing.library.store;
    let chosen = mailing.chooses_at(ADDRESS, MailFrequency::Hourly, "a", 10).await;
    assert_eq!((chosen.is_confirmed, chosen.unconfirmed()), (false, Some(ADDRESS)));
    mailing.gives(None).await;
    assert!(mailing.mails_link(ADDRESS, "first", 10).await);
    assert_eq!(mailing.take("a", 11).await, None, "not before it was confirmed");
    assert!(store.library().is_mail_confirmation("first", 11).await.unwrap());
    assert!(!store.library().is_mail_confirmation("other", 11).await.unwrap());
    assert_eq!(store.confirm_mail("other", 11).await.unwrap(), None);
    assert_eq!(store.confirm_mail("first", 10 + HOUR).await.unwrap(), None, "too late");
    assert!(mailing.mails_link(ADDRESS, "second", 20).await);
    assert_eq!(store.confirm_mail("second", 21).await.unwrap(), Some(mailing.ann));
    for used in ["first", "second"] {
        assert_eq!(store.confirm_mail(used, 22).await.unwrap(), None, "one link confirms once");
    }
    let digest = mailing.take("a", 23).await.unwrap();
    assert_eq!(kinds(&digest), [(NoticeKind::Assigned, 1)], "what came while it waited");

    let same = mailing.chooses_at(ADDRESS, MailFrequency::Daily, "b", 24).await;
    assert_eq!((same.is_confirmed, same.unconfirmed()), (true, None), "the same address stays confirmed");
    assert!(mailing.mails_link(ADDRESS, "third", 25).await);
    let other = mailing.chooses_at("ann@elsewhere.org", MailFrequency::Daily, "c", 26).await;
    assert!(!other.is_confirmed, "another address asks anew");
    assert_eq!(store.confirm_mail("third", 27).await.unwrap(), None, "that link is for the address before");
    assert_eq!(mailing.take("b", 9 * HOUR).await, None);
    let none = mailing.chooses_at("ann@elsewhere.org", MailFrequency::Never, "c", 28).await;
    assert_eq!(none.unconfirmed(), None, "who wants no mail is asked nothing");
}

#[tokio::test]
async fn five_links_a_day_are_mailed_for_one_member_whatever_became_of_them() {
    let mailing = Mailing::new().await;
    let store = &mailing.library.store;
    mailing.chooses_at(ADDRESS, MailFrequency::Hourly, "a", 10).await;
    for n in 0..5 {
        let digest = format!("link {n}");
        assert!(mailing.mails_link(ADDRESS, &digest, 10 + n).await);
        assert_eq!(store.confirm_mail(&digest, 10 + n).await.unwrap(), Some(mailing.ann));
    }
    assert!(!mailing.mails_link(ADDRESS, "sixth", 20).await);
    assert!(!store.library().is_mail_confirmation("sixth", 21).await.unwrap());
    assert!(mailing.mails_link(ADDRESS, "tomorrow", 10 + 24 * HOUR).await);
}

#[tokio::test]
async fn the_link_in_a_mail_ends_the_mails_to_the_address_it_was_sent_to() {
    let mailing = Mailing::new().await;
    let store = &mailing.library.store;
    mailing.chooses(MailFrequency::Hourly, 10).await;
    mailing.gives(None).await;
    let digest = mailing.take("a", 11).await.unwrap();
    assert!(store.library().is_unsubscribe_link(&digest.unsubscribe).await.unwrap());
    assert_eq!(store.unsubscribe("another link").await.unwrap(), None);
    for _ in 0..2 {
        assert_eq!(store.unsubscribe(&digest.unsubscribe).await.unwrap(), Some(mailing.ann));
    }
    let chosen = store.library().mail_choice(mailing.ann).await.unwrap().unwrap();
    assert_eq!((chosen.choice.frequency, chosen.is_confirmed), (MailFrequency::Never, true));
    store.digest_failed(&digest, 12).await.unwrap();
    mailing.gives(None).await;
    assert_eq!(mailing.take("b", 9 * HOUR).await, None, "also the mail under way is given up");

    let again = mailing.chooses_at(ADDRESS, MailFrequency::Hourly, "b", 9 * HOUR).await;
    assert!(again.is_confirmed, "the address is known");
    mailing.chooses_at("ann@elsewhere.org", MailFrequency::Hourly, "c", 9 * HOUR).await;
    assert_eq!(store.unsubscribe(&digest.unsubscribe).await.unwrap(), None, "the link of another address");
    store.remove_person(mailing.ann, 9 * HOUR).await.unwrap();
    assert_eq!(store.unsubscribe("c").await.unwrap(), None);
}
