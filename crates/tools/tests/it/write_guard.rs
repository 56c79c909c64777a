//! The write guard at the tools' door: every kind of mistake that models' own records show is refused with its code and
//! reason in both languages, and no good term is.

use crate::fixture::{TestTask, ToolLibrary, model};
use book::text::version::TaskKind;
use book::work::status::Status;
use serde_json::{Value, json};
use tools::text::PromptLanguage;

const ZH: [&str; 8] = [
    "他来到了龙魂大陆。",
    "妈咪说，天剑宗的人都在等吴邪。",
    "吴邪拔出了龙渊剑，对她笑了笑。",
    "“魔力（マナ）已经耗尽。”",
    "凛是天剑宗的大师姐。",
    "他们在未知之地遇到了 Will。",
    "龙魂大陆的冬天很长。",
    "翻译官走进了注释塔。",
];

async fn book() -> ToolLibrary {
    ToolLibrary::between(Some("zh-Hans"), Some("en"), &[&ZH]).await
}

async fn task(library: &ToolLibrary) -> TestTask<'_> {
    let mut task = library.task(TaskKind::Translation, 0..8).await.speaking(PromptLanguage::English);
    task.move_to(&[Status::Preparing]);
    task
}

async fn code(source: &str, translation: &str) -> Value {
    let library = book().await;
    let mut task = task(&library).await;
    task.call("create_term", &json!({ "source": source, "translation": translation })).await["error_code"]
        .clone()
}

#[tokio::test]
async fn what_models_get_wrong_about_terms_is_refused_with_its_code() {
    for (source, translation, expected) in [
        // The key is not in the source.
        ("天龙国", "Heavenly Dragon Kingdom", "SOURCE_NOT_IN_BOOK"),
        ("Dragon Soul", "Dragon Soul Continent", "SOURCE_NOT_IN_BOOK"),
        ("魂大", "Soul Great Hall of Nothing", "ok"),
        // There is chatter in the value.
        ("妈咪", "Mommy (Note: 妈咪 is not a proper noun, it is a form of address)", "CHATTER"),
        ("妈咪", "Mommy (a term of endearment)", "CHATTER"),
        ("妈咪", "Mommy / Mummy", "CHATTER"),
        ("妈咪", "This is not a proper noun", "CHATTER"),
        ("妈咪", "Mommy\n", "ok"),
        ("妈咪", "Mommy\nMummy", "CHATTER"),
        ("妈咪", "<term>Mommy</term>", "CHATTER"),
        ("妈咪", "n/a", "CHATTER"),
        ("妈咪（称呼）", "Mommy", "SOURCE_NOT_IN_BOOK"),
        ("妈咪", "**Mommy**", "CHATTER"),
        ("妈咪", "Translation: Mommy", "CHATTER"),
        // It is no term.
        (
            "妈咪",
            "Mommy says that everybody in the Heavenly Sword Sect is waiting for Wu Xie today",
            "NOT_A_TERM",
        ),
        (
            "他来到了龙魂大陆",
            "He came to the Dragon Soul Continent and stayed there for a very long winter, alone.",
            "NOT_A_TERM",
        ),
        ("", "x", "EMPTY_TERM"),
        ("妈咪", "  ", "EMPTY_TERM"),
        // It is a word of every text.
        ("他", "he", "EVERYDAY_WORD"),
        ("她", "she", "EVERYDAY_WORD"),
        ("的", "of", "EVERYDAY_WORD"),
        ("，", "comma", "EVERYDAY_WORD"),
        // Both sides are the same.
        ("吴邪", "吴邪", "SAME_AS_SOURCE"),
        ("Will", "will", "SAME_AS_SOURCE"),
    ] {
        let given = code(source, translation).await;
        let expected = if expected == "ok" { Value::Null } else { json!(expected) };
        assert_eq!(given, expected, "{source} → {translation}");
    }
}

#[tokio::test]
async fn no_good_term_is_refused() {
    for (source, translation) in [
        ("龙魂大陆", "Dragon Soul Continent"),
        ("吴邪", "Wu Xie"),
        ("天剑宗", "Heavenly Sword Sect"),
        ("龙渊剑", "the Longyuan Sword"),
        ("「龙渊剑」", "\"Longyuan Sword\""),
        ("凛", "Rin"),
        ("未知之地", "the Unknown"),
        ("翻译官", "Court Translator"),
        ("注释塔", "Tower of Notes"),
        ("マナ", "mana"),
        ("魔力（マナ）", "mana (magic power)"),
        ("大师姐", "Eldest Sister"),
        ("Will", "Will the Younger"),
    ] {
        assert_eq!(code(source, translation).await, Value::Null, "{source} → {translation}");
    }
}

#[tokio::test]
async fn a_name_that_stays_as_it_is_is_taken_when_it_is_said_so() {
    let library = book().await;
    let mut task = task(&library).await;
    let content = task
        .call("create_term", &json!({ "source": "吴邪", "translation": "吴邪", "keep_source": true }))
        .await;
    assert_eq!(content["term"]["strictness"], "keep_source", "{content}");
}

#[tokio::test]
async fn duplicates_and_collisions_are_refused_and_name_what_is_there() {
    let library = book().await;
    let mut task = task(&library).await;
    let first =
        task.call("create_term", &json!({ "source": "龙渊剑", "translation": "Longyuan Sword" })).await;
    let id = &first["term"]["term_id"];
    for (source, translation, expected) in [
        ("龙渊剑", "longyuan sword", "DUPLICATE"),
        ("龙渊剑", "Dragon Abyss Blade", "COLLISION"),
        ("天剑宗", "Longyuan Sword", "COLLISION"),
    ] {
        for language in PromptLanguage::ALL {
            task.language = language;
            let content =
                task.refused("create_term", &json!({ "source": source, "translation": translation })).await;
            assert_eq!(content["error_code"], expected, "{content}");
            assert_eq!(content["existing_id"], *id, "{content}");
        }
    }
    let person = json!({ "name": "吴邪", "translation": "Wu Xie" });
    assert_eq!(task.call("create_character", &person).await["success"], true);
    let content = task.refused("create_term", &json!({ "source": "吴邪", "translation": "Wu Xie" })).await;
    assert_eq!(content["error_code"], "DUPLICATE");
    let content = task.refused("create_character", &json!({ "name": "凛", "translation": "Wu Xie" })).await;
    assert_eq!(content["error_code"], "COLLISION");
    let content = task.refused("create_character", &json!({ "name": "她", "translation": "she" })).await;
    assert_eq!(content["error_code"], "EVERYDAY_WORD");
}

#[tokio::test]
async fn accepted_translations_that_say_otherwise_speak_against_a_term_and_their_inflections_do_not() {
    let library = book().await;
    let ids = library.ids([0, 6]).await;
    library
        .translate(ids[0], "He came to the Continent of the Dragon Soul.", model(TaskKind::Translation))
        .await;
    library
        .translate(ids[1], "Winter is long on that continent of dragon souls.", model(TaskKind::Translation))
        .await;
    let mut task = task(&library).await;
    let content =
        task.refused("create_term", &json!({ "source": "龙魂大陆", "translation": "Wyrm Land" })).await;
    assert_eq!(content["error_code"], "TRANSLATION_NOT_USED");
    let good = json!({ "source": "龙魂大陆", "translation": "Dragon Soul Continent" });
    assert_eq!(task.call("create_term", &good).await["term"]["standing"], "proposed");
}

#[tokio::test]
async fn what_a_person_turned_down_is_not_proposed_again() {
    let library = book().await;
    let mut task = task(&library).await;
    task.call("create_term", &json!({ "source": "龙渊剑", "translation": "Longyuan Sword" })).await;
    let series = library.store.library().series_of(library.book.id).await.unwrap();
    let mut term = library.store.library().terms(series).await.unwrap().remove(0).value;
    term.standing = book::knowledge::evidence::EntryState::Rejected;
    library.person(&[book::edit::Edit::upsert(term)]).await;
    let content = task.refused("create_term", &json!({ "source": "龙渊剑", "translation": "Abyss" })).await;
    assert_eq!(content["error_code"], "REJECTED_BEFORE");
    assert_eq!(task.call("search_terms", &json!({ "query": "龙渊" })).await["count"], 0);
}
