//! A book to which anything happens, by chance and always the same.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use book::edit::Edit;
use book::id::{CharacterId, ParagraphId, TermId};
use book::knowledge::character::{Character, Name, Voice};
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Term;
use book::text::book::Book;
use book::text::review::ReviewState;
use book::text::version::{Author, TaskKind};
use book::work::checked::Acknowledgement;
use book::work::opinion::{Opinion, OpinionCategory, OpinionGravity};
use operations::book_findings::{BookFindings, digest};
use std::collections::BTreeSet;
use std::sync::Arc;
use store::change::Cause;
use store::record::{NoteChoice, OpinionRecord, ParagraphRecord};
use store::revision::{BookRevision, Lineage};
use testkit::library::{TestLibrary, by_model};
use testkit::text;

pub(crate) const N_CHAPTERS: usize = 6;

/// Lines a book is made of, with translations good and bad.
const LINES: [(&str, &[&str]); 10] = [
    (
        "“Where have you been, Anna?” asked Peter, and he waited 12 minutes for an answer.",
        &[
            "„Wo bist du gewesen, Anna?“, fragte Peter und wartete 12 Minuten auf eine Antwort.",
            "„Wo sind Sie gewesen, Anna?“, fragte Peter und wartete 21 Minuten auf eine Antwort.",
            "„Wo bist du gewesen, Hanna?“, fragte Pjotr und wartete 12 Minuten auf eine Antwort",
        ],
    ),
    (
        "Anna did not answer; she looked at the black river and went on.",
        &[
            "Anna antwortete nicht; sie blickte auf den schwarzen Fluss und ging weiter.",
            "Johanna antwortete nicht; sie blickte auf den schwarzen Fluss und ging weiter.",
            "Er antwortete nicht.",
        ],
    ),
    (
        "“To hell with it, damn it!” said Peter. “You know that, Anna, you always did.”",
        &[
            "„Zur Hölle damit, verdammt!“, sagte Peter. „Du weißt das, Anna, du wusstest es immer, wahrlich.“",
            "„Ach!“, sagte Peter. „Sie wissen das, Anna, Sie wussten es immer.“",
        ],
    ),
    (
        "Share this chapter on https://example.org/share",
        &["Teile dieses Kapitel auf https://example.org/share"],
    ),
    (
        "The river was black that night, and nobody saw the boat that crossed it.",
        &[
            "Der Fluss war schwarz in jener Nacht, und niemand sah das Boot, das ihn überquerte.",
            "Der Fluss ist schwarz in dieser Nacht, und niemand sieht das Boot, das ihn überquert.",
            "The river was black that night, and nobody saw the boat that crossed it.",
        ],
    ),
    (
        "In 1847 the harbour had 3 boats. Two lay on the sand. A dog slept under the nets. A candle was burning.",
        &[
            "1847 hatte der Hafen 3 Boote. Zwei lagen auf dem Sand. Ein Hund schlief. Eine Kerze brannte.",
            "Der Hafen hatte Boote [Anm. d. Ü.: drei].",
        ],
    ),
    (
        "He saw the mountain, and he heard the bell, and he knew that he was late.",
        &[
            "Er sah den Berg, und er hörte die Glocke, und er wusste, dass er zu spät war.",
            "Er sieht den Berg, und er hört die Glocke, und er weiß, dass er zu spät ist.",
        ],
    ),
    ("No.", &["Nein.", "Ja."]),
    (
        "Peter laughed, for the Black Company had come back, and Anna was with it.",
        &[
            "Peter lachte, denn die Schwarze Kompanie war zurückgekommen, und Anna war bei ihr.",
            "Peter lachte, denn die Dunkle Truppe war zurückgekommen, und Anna war bei ihr.",
        ],
    ),
    ("# The Black Company", &["Die Schwarze Kompanie", "Die dunkle Truppe"]),
];

/// Numbers that look like chance and are the same in every test.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n.max(1)
    }

    pub(crate) fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

fn book_of(chance: &mut Chance) -> Book {
    let chapters = (0..N_CHAPTERS).map(|number| {
        let n_lines = 12 + chance.below(6);
        let lines: Vec<&str> = (0..n_lines).map(|_| chance.of(&LINES).0).collect();
        text::chapter(&format!("Chapter {number}: The river"), &lines)
    });
    text::book("The Black River", Some("en"), chapters.collect::<Vec<_>>())
}

pub(crate) struct Story {
    pub(crate) library: TestLibrary,
    text: Book,
    pub(crate) chance: Chance,
}

impl Story {
    pub(crate) async fn begin(seed: u64) -> Self {
        let mut chance = Chance(seed);
        let text = book_of(&mut chance);
        let library = TestLibrary::with_book(&text, Some("de")).await;
        let mut story = Self { library, text, chance };
        for paragraph in story.library.paragraphs().await {
            if story.chance.below(8) > 0 {
                story.translate(&paragraph).await;
            }
        }
        story
    }

    async fn some_paragraph(&mut self) -> ParagraphRecord {
        let paragraphs = self.library.paragraphs().await;
        self.chance.of(&paragraphs).clone()
    }

    /// Another translation, of this paragraph or, now and then, of another one.
    async fn translate(&mut self, paragraph: &ParagraphRecord) {
        let plain = paragraph.text.plain();
        let own = LINES.iter().find(|(source, _)| source.trim_start_matches("# ") == plain);
        let is_own = self.chance.below(12) > 0;
        let (_, translations) = own.filter(|_| is_own).unwrap_or(self.chance.of(&LINES));
        let translation = *self.chance.of(translations);
        let author = match self.chance.below(4) {
            0 => Author::Person,
            _ => by_model("m", TaskKind::Translation),
        };
        self.library.translate(paragraph.id, translation, author).await;
    }

    /// Something happens to the book; its name is told when a test fails.
    pub(crate) async fn happen(&mut self, found: &BookFindings) -> &'static str {
        let paragraph = self.some_paragraph().await;
        let id = paragraph.id;
        match self.chance.below(16) {
            0..=3 => {
                self.translate(&paragraph).await;
                "translated"
            }
            4 => {
                self.library.person(&[Edit::SelectVersion { paragraph: id, version: None }]).await;
                "untranslated"
            }
            5 => {
                let locked = !paragraph.locked;
                self.library.person(&[Edit::SetLock { paragraph: id, locked }]).await;
                "locked"
            }
            6 if paragraph.translation.is_some() => {
                let edit = Edit::SetReview { paragraph: id, state: ReviewState::Approved };
                self.library.person(&[edit]).await;
                "reviewed"
            }
            7 | 8 => self.acknowledge(found).await,
            9 => self.learn().await,
            10 => self.title().await,
            11 => {
                let (store, cause) = (&self.library.store, Cause::person("undo"));
                // Some changes cannot be taken back any more.
                let undone = store.undo_last(self.library.book.id, &cause, 9).await;
                if undone.is_ok() { "undone" } else { "not undone" }
            }
            12 => self.revise(id).await,
            13 => {
                let choice = self.chance.of(&[None, Some(NoteChoice::Footnotes), Some(NoteChoice::None)]);
                self.library.store.set_book_notes(self.library.book.id, *choice).await.unwrap();
                "notes"
            }
            14 => self.opine(&paragraph).await,
            15 => {
                let series = *self.chance.of(&["Rivers", "Boats"]);
                self.library.store.move_book(self.library.book.id, series, 7).await.unwrap();
                "moved"
            }
            _ => "nothing",
        }
    }

    /// Every paragraph of a finding is let stand or opened again, as far as it is translated.
    async fn acknowledge(&mut self, found: &BookFindings) -> &'static str {
        if found.findings.is_empty() {
            return "nothing";
        }
        let finding = Arc::clone(self.chance.of(&found.findings));
        let is_open = finding.acknowledged.is_none();
        let mut edits = Vec::new();
        for id in &finding.paragraphs {
            let Some(paragraph) = self.library.paragraphs().await.into_iter().find(|one| one.id == *id)
            else {
                continue;
            };
            let Some(translation) = &paragraph.translation else { continue };
            let given = Acknowledgement {
                digest: digest(&paragraph.text, translation),
                reason: "as it should be".to_owned(),
            };
            edits.push(Edit::Acknowledge {
                paragraph: *id,
                check: finding.finding.check.as_str().to_owned(),
                acknowledgement: Some(given).filter(|_| is_open),
            });
        }
        self.library.person(&edits).await;
        if is_open { "acknowledged" } else { "withdrawn" }
    }

    async fn learn(&mut self) -> &'static str {
        let term = TermId::from_number(1 + u32::try_from(self.chance.below(2)).unwrap());
        let person = CharacterId::from_number(1 + u32::try_from(self.chance.below(2)).unwrap());
        let edit = match self.chance.below(5) {
            0 => Edit::remove(EntryKey::from(term)),
            1 => Edit::remove(EntryKey::from(person)),
            2 => {
                let (source, translation) =
                    *self.chance.of(&[("Black Company", "Schwarze Kompanie"), ("river", "Strom")]);
                let term = Term::new(term, source.to_owned(), translation.to_owned());
                Edit::upsert(Term { standing: EntryState::Confirmed, ..term })
            }
            _ => {
                let (source, translation) =
                    *self.chance.of(&[("Anna", "Anna"), ("Peter", "Pjotr"), ("Peter", "Peter")]);
                let name = Name::new(source.to_owned(), translation.to_owned());
                let voice = Voice { endings: vec!["wahrlich".to_owned()], ..Voice::default() };
                Edit::upsert(Character {
                    voice,
                    standing: EntryState::Confirmed,
                    ..Character::new(person, name)
                })
            }
        };
        let (store, cause) = (&self.library.store, Cause::person("knowledge"));
        // What is not there cannot be taken out.
        let done = store.commit(self.library.book.id, &[edit], &cause, 4).await;
        if done.is_ok() { "learnt" } else { "nothing" }
    }

    async fn title(&mut self) -> &'static str {
        let library = self.library.store.library();
        let chapters = library.chapters(self.library.book.id).await.unwrap();
        let chapter = self.chance.of(&chapters).id;
        let translation = *self.chance.of(&[None, Some("Kapitel 9: Der Fluss"), Some("The river")]);
        let translation = translation.map(str::to_owned);
        let edit = match self.chance.below(2) {
            0 => Edit::SetChapterTitle { chapter, translation },
            _ => Edit::SetBookTitle { translation },
        };
        self.library.person(&[edit]).await;
        "titled"
    }

    /// A newer edition with other words in one paragraph.
    async fn revise(&mut self, changed: ParagraphId) -> &'static str {
        let paragraphs = self.library.paragraphs().await;
        let lineage: Vec<Lineage> = paragraphs.iter().map(|one| Lineage::Line(one.id)).collect();
        let chapters: BTreeSet<_> = paragraphs.iter().map(|one| one.chapter).collect();
        let chapters: Vec<_> = chapters.into_iter().map(Some).collect();
        let place = paragraphs.iter().position(|one| one.id == changed).unwrap();
        let mut lines = self.text.chapters.iter_mut().flat_map(|chapter| &mut chapter.paragraphs);
        let line = lines.nth(place).unwrap();
        *line = text::paragraph(self.chance.of(&LINES).0, line.place.block);
        let library = self.library.store.library();
        let revision = BookRevision {
            book: self.library.book.id,
            from: library.revision(self.library.book.id).await.unwrap(),
            newer: &self.text,
            original: b"a newer file",
            file_name: "book.txt",
            chapters: &chapters,
            lineage: &lineage,
            now_ms: 8,
        };
        let done = self.library.store.revise_book(&revision, &|_, _| {}).await;
        if done.is_ok() { "revised" } else { "not revised" }
    }

    async fn opine(&mut self, paragraph: &ParagraphRecord) -> &'static str {
        let Some(translation) = &paragraph.translation else { return "nothing" };
        let opinion = Opinion {
            category: OpinionCategory::Style,
            gravity: OpinionGravity::Minor,
            source: String::new(),
            translation: String::new(),
            comment: format!("number {}", self.chance.below(1000)),
        };
        let record = OpinionRecord {
            paragraph: paragraph.id,
            model: "m".to_owned(),
            digest: digest(&paragraph.text, translation),
            opinions: vec![opinion],
            created_at: 3,
        };
        self.library.store.keep_opinion(self.library.book.id, &record).await.unwrap();
        "opinion"
    }
}
