//! The rehearsed text has the target's script and keeps what must survive.

use std::sync::Arc;

use llm::{ChatMessage, Model, Rehearsal, Request, ToolCall, ToolResult, ToolSpec};
use serde_json::{Value, json};

const SUBMIT: &str = "add_translation_batch";

/// What the rehearsing model submits for a paragraph, into a language if the request names one.
async fn rehearse(source: &str, language: Option<&str>) -> String {
    submitted(source, language, Vec::new()).await
}

/// The same after its first submission was refused.
async fn rehearse_again(source: &str, language: Option<&str>) -> String {
    let arguments = json!({"paragraphs": [{"paragraph_id": "abcd23"}]}).to_string();
    let call = ToolCall { id: "c1".into(), name: SUBMIT.into(), arguments };
    let refusal = json!({"success": true, "accepted_paragraphs": [],
        "failed_paragraphs": [{"paragraph_id": "abcd23", "code": "RESIDUE"}]});
    let result = ToolResult {
        call_id: "c1".into(),
        name: SUBMIT.into(),
        content: Arc::from(refusal.to_string()),
        is_error: false,
    };
    let refused = vec![ChatMessage::assistant("", vec![call]), ChatMessage::tool_results(vec![result])];
    submitted(source, language, refused).await
}

async fn submitted(source: &str, language: Option<&str>, before: Vec<ChatMessage>) -> String {
    let tool = ToolSpec { name: SUBMIT.into(), description: String::new(), parameters: json!({}) };
    let mut messages = vec![ChatMessage::user(format!("[0] [ID: abcd23] {source}"))];
    messages.extend(before);
    let target = language.map(|language| format!("Target language: {language}")).unwrap_or_default();
    let system = Arc::from(target);
    let request = Request { system, messages, tools: Arc::from([tool]), ..Request::default() };
    let reply = Rehearsal.complete(&request).await.unwrap();
    let arguments: Value = serde_json::from_str(&reply.tool_calls[0].arguments).unwrap();
    arguments["paragraphs"][0]["translated_text"].as_str().unwrap().to_owned()
}

fn is_cjk(character: char) -> bool {
    matches!(
        character,
        '々' | '〆'
            | '\u{3041}'..='\u{30fa}'
            | '\u{30fc}'..='\u{30ff}'
            | '\u{3400}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}'
            | '\u{ff66}'..='\u{ff9f}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

#[tokio::test]
async fn japanese_becomes_latin_with_tags_numbers_and_names_kept() {
    let source = "「<1>吾輩</1>は｜猫《ねこ》である。」Johnは１２匹、3.5円を<2/>見た！";
    let rehearsed = rehearse(source, Some("en")).await;
    assert!(!rehearsed.chars().any(is_cjk), "{rehearsed}");
    for kept in ["<1>", "</1>", "｜", "《", "》", "<2/>", "John", "12", "3.5", "“", "”", "!"] {
        assert!(rehearsed.contains(kept), "{kept} in {rehearsed}");
    }
    assert_eq!(rehearsed, rehearse(source, Some("en-GB")).await, "the same words every time");
}

#[tokio::test]
async fn english_becomes_han_without_leftovers() {
    let rehearsed = rehearse("He said, \"the <1>train</1> to London left at 10:45.\"", Some("zh-Hans")).await;
    assert_eq!(rehearsed.chars().filter(char::is_ascii_lowercase).collect::<String>(), "ondon");
    for kept in ["London", "10:45", "<1>", "</1>", "“", "”", "，"] {
        assert!(rehearsed.contains(kept), "{kept} in {rehearsed}");
    }
}

#[tokio::test]
async fn japanese_becomes_chinese_without_kana_and_unlike_the_source() {
    let source = "国境の長いトンネルを抜けると雪国であった。";
    let rehearsed = rehearse(source, Some("中文")).await;
    assert!(!rehearsed.chars().any(|character| ('\u{3041}'..='\u{30ff}').contains(&character)));
    assert_eq!(rehearsed.chars().count(), source.chars().count());
    assert!(rehearsed.ends_with('。') && rehearsed != source);
}

#[tokio::test]
async fn without_a_target_the_text_is_put_in_brackets_and_a_bare_name_stays() {
    assert_eq!(rehearse("雪国 <1>x</1>", None).await, "⟦雪国 <1>x</1>⟧");
    assert_eq!(rehearse("Alice", Some("es")).await, "Alice");
    assert_eq!(rehearse("1984", Some("es")).await, "1984");
    assert_eq!(rehearse("Alice was tired.", Some("es")).await, "Alice poto lekave.");
}

#[tokio::test]
async fn what_was_refused_is_made_again_without_names_and_with_the_marks_of_the_source() {
    let source = "‘Debian’ IS (c) 1790, 162,686 <qual> <1>Free Project</1> :-)";
    for language in ["ja", "zh-Hans", "fr"] {
        let plain = rehearse_again(source, Some(language)).await;
        for kept in ["‘", "’", "1790, 162,686", "<1>", "</1>", ":-)"] {
            assert!(plain.contains(kept), "{kept} in {plain}");
        }
        for gone in ["Debian", "IS", "qual", "Free"] {
            assert!(!plain.contains(gone), "{gone} in {plain}");
        }
        assert_ne!(plain, rehearse(source, Some(language)).await, "not the same again");
    }
}

#[tokio::test]
async fn numbers_with_signs_of_scale_keep_their_value_in_digits() {
    for (source, kept) in
        [("100万語以上", "1000000"), ("3.5万人", "35000"), ("１９億円", "1900000000"), ("3백 명", "300")]
    {
        for language in ["zh-Hans", "en", "ru", "ko", "ja"] {
            let rehearsed = rehearse(source, Some(language)).await;
            assert!(rehearsed.starts_with(kept), "{source} in {language}: {rehearsed}");
        }
    }
    assert!(rehearse("1億2千万円", Some("en")).await.starts_with("100000000 20000000"));
    assert!(rehearse("2.25百", Some("en")).await.starts_with("225"));
}

#[tokio::test]
async fn each_alphabet_gets_letters_of_its_own() {
    let scripts = [
        ("Russian", 'а'..='я'),
        ("el", 'α'..='ω'),
        ("ar", 'ا'..='ي'),
        ("he", 'א'..='ת'),
        ("hi", 'क'..='ौ'),
        ("th", 'ก'..='ู'),
    ];
    for (language, letters) in scripts {
        for source in ["Alice saw Tobias at the gate.", "澪は糸を見た。"] {
            let rehearsed = rehearse(source, Some(language)).await.to_lowercase();
            let strays: String =
                rehearsed.chars().filter(|c| c.is_alphabetic() && !letters.contains(c)).collect();
            assert_eq!(strays, "", "{language}: {rehearsed}");
            assert!(rehearsed.chars().any(|c| letters.contains(&c)), "{language}: {rehearsed}");
        }
    }
}

#[tokio::test]
async fn tags_are_told_apart_and_prose_is_not_mistaken_for_them() {
    let text = "a < b <1>雪｜国《くに》</1><2/>, x<y>z < 3";
    let rehearsed = rehearse(text, Some("ru")).await;
    let mut rest = rehearsed.as_str();
    for tag in ["<1>", "｜", "《", "》", "</1>", "<2/>"] {
        let (_, behind) = rest.split_once(tag).unwrap_or_else(|| panic!("{tag} in {rehearsed}"));
        assert!(!behind.contains(tag), "{tag} in {rehearsed}");
        rest = behind;
    }
    assert!(!rehearsed.chars().any(|c| c.is_ascii_alphabetic() || is_cjk(c)), "{rehearsed}");
    let without_words =
        |text: &str| text.chars().filter(|c| !c.is_alphabetic() && !c.is_whitespace()).collect::<String>();
    assert_eq!(without_words(&rehearsed), without_words(text), "{rehearsed}");
}
