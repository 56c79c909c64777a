//! Refusals in words, and what only sounds like one.

use llm::refuses_in_words;

#[test]
fn refusals_are_known_in_the_languages_models_speak() {
    for refusal in [
        "I'm sorry, but I can't assist with that request.",
        "I’m sorry, but I can’t help with translating this passage.",
        "I cannot translate this text because it contains explicit material.",
        "抱歉，我无法翻译这段内容。",
        "很抱歉，我不能协助处理这个请求。",
        "很抱歉，我無法翻譯此內容。",
        "申し訳ありませんが、この内容の翻訳はお手伝いできません。",
        "죄송하지만 이 내용은 번역해 드릴 수 없습니다.",
        "Es tut mir leid, aber ich kann diesen Text nicht übersetzen.",
        "Je suis désolé, mais je ne peux pas traduire ce texte.",
        "Lo siento, pero no puedo ayudar con esa solicitud.",
        "Desculpe, mas não posso traduzir este conteúdo.",
        "Mi dispiace, ma non posso tradurre questo testo.",
        "Извините, но я не могу перевести этот текст.",
        "Przykro mi, ale nie mogę przetłumaczyć tego tekstu.",
        "Xin lỗi, nhưng tôi không thể dịch nội dung này.",
        "Maaf, saya tidak dapat menerjemahkan konten ini.",
        "Üzgünüm, bu içeriği çeviremem.",
    ] {
        assert!(refuses_in_words(refusal), "{refusal}");
    }
}

#[test]
fn answers_and_talk_of_the_form_are_no_refusals() {
    for other in [
        "",
        "[1] I'm sorry, but I can't help you.\n[2] He left.",
        "{\"a\": \"I cannot help you with this request.\"}",
        "I will gladly translate this text for you.",
        "I cannot call any tool here, but I can translate the text.",
        "She couldn't stop the rain, and nobody came.",
        "他无法入睡，只好起身点灯。",
        "彼は眠ることができませんでした。",
    ] {
        assert!(!refuses_in_words(other), "{other}");
    }
    let long = format!("I cannot help you, he said. {}", "And so they went on. ".repeat(100));
    assert!(!refuses_in_words(&long));
}
