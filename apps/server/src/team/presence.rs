//! Which member is in which chapter: known only to this process, and only while the page's stream of events is open.

use crate::api::people::Person;
use crate::api::presence::{PresenceRequest, Present};
use book::id::BookId;
use runner::bus::Bus;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::people::PersonId;

/// The most pages known of one member.
const MOST_OF_ONE: usize = 32;

/// Where the pages of members are, by the name each page gave itself.
#[derive(Default)]
pub(crate) struct Presence {
    pages: Mutex<Pages>,
}

#[derive(Default)]
struct Pages {
    by_client: BTreeMap<String, OpenPage>,
    /// How many streams were opened; tells a stream from the one that took its place.
    n_opened: u64,
}

/// A page whose stream of events is open.
struct OpenPage {
    person: PersonId,
    name: String,
    stream: u64,
    place: Option<PagePlace>,
}

/// Where a page is.
#[derive(Clone, PartialEq, Eq)]
struct PagePlace {
    book: BookId,
    chapter: String,
    paragraph: Option<String>,
    is_editing: bool,
}

impl Presence {
    /// Remembers a page until the guard is dropped. `None` where the member has too many of them, or the name is another's.
    pub(crate) fn open(
        self: &Arc<Self>,
        client: &str,
        person: PersonId,
        name: &str,
        events: &Arc<Bus>,
    ) -> Option<OpenStream> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let of_others = pages.by_client.get(client).is_some_and(|page| page.person != person);
        let n_own = pages.by_client.values().filter(|page| page.person == person).count();
        if of_others || n_own >= MOST_OF_ONE {
            return None;
        }
        pages.n_opened += 1;
        let stream = pages.n_opened;
        // A page that comes back after a lost connection is where it was.
        let place = pages.by_client.remove(client).and_then(|page| page.place);
        pages.by_client.insert(client.to_owned(), OpenPage { person, name: name.to_owned(), stream, place });
        Some(OpenStream {
            presence: Arc::clone(self),
            events: Arc::clone(events),
            client: client.to_owned(),
            stream,
        })
    }

    /// Says where a page is; the books of which this is news, or nothing where no stream of that page is open.
    pub(crate) fn set_place(
        &self,
        person: PersonId,
        book: BookId,
        request: PresenceRequest,
    ) -> Option<Vec<BookId>> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let page = pages.by_client.get_mut(&request.client).filter(|page| page.person == person)?;
        let after = request.chapter_id.map(|chapter| PagePlace {
            book,
            chapter,
            paragraph: request.paragraph_id,
            is_editing: request.is_editing,
        });
        let before = std::mem::replace(&mut page.place, after.clone());
        if before == after {
            return Some(Vec::new());
        }
        let mut books: Vec<BookId> = before.into_iter().chain(after).map(|place| place.book).collect();
        books.dedup();
        Some(books)
    }

    /// The members in a book.
    pub(crate) fn in_book(&self, book: BookId) -> Vec<Present> {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let present = pages.by_client.iter().filter_map(|(client, page)| {
            let place = page.place.as_ref().filter(|place| place.book == book)?;
            Some(Present {
                person: Person { id: page.person.to_string(), name: Some(page.name.clone()) },
                client: client.clone(),
                chapter_id: place.chapter.clone(),
                paragraph_id: place.paragraph.clone(),
                is_editing: place.is_editing,
            })
        });
        present.collect()
    }

    fn close(&self, client: &str, stream: u64) -> Option<BookId> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.by_client.get(client)?.stream != stream {
            return None;
        }
        pages.by_client.remove(client)?.place.map(|place| place.book)
    }
}

/// Publishes that a member came, moved or went. The event names only the book; a page asks for the members.
pub(crate) fn publish_change(events: &Bus, book: BookId) {
    events.publish("presence_changed", &json!({"book": book}));
}

/// An open stream of events; dropping it removes the page that opened it.
pub(crate) struct OpenStream {
    presence: Arc<Presence>,
    events: Arc<Bus>,
    client: String,
    stream: u64,
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        if let Some(book) = self.presence.close(&self.client, self.stream) {
            publish_change(&self.events, book);
        }
    }
}
