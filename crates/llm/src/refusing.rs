//! Tells a model's refusal in words from an answer, in the languages models speak.
//!
//! A refusal begins with what the model will not do and names what it was asked for. Both are demanded, near the beginning
//! of a short text: stories are full of people who cannot help, and of long answers.

/// A longer text is no refusal.
const LONGEST: usize = 1500;
/// The words of a refusal stand within so many characters.
const BEGINNING: usize = 240;

/// How a language refuses: what is not done, and what was asked for.
struct Refusal {
    declines: &'static [&'static str],
    names: &'static [&'static str],
}

const ENGLISH: Refusal = Refusal {
    declines: &[
        "i can't",
        "i cannot",
        "i can not",
        "i'm unable",
        "i am unable",
        "i'm not able",
        "i am not able",
        "i won't",
        "i will not",
        "i must decline",
        "i have to decline",
        "i'm sorry, but",
        "i am sorry, but",
        "i apologize, but",
        "i'm not comfortable",
    ],
    names: &[
        "assist",
        "help",
        "translat",
        "fulfil",
        "comply",
        "request",
        "content",
        "material",
        "passage",
        "this text",
        "guideline",
        "polic",
        "as an ai",
        "generate",
    ],
};

const CHINESE: Refusal = Refusal {
    declines: &[
        "无法",
        "不能",
        "無法",
        "不便",
        "抱歉，我",
        "很抱歉",
        "对不起，我",
        "對不起，我",
        "拒绝",
        "拒絕",
    ],
    names: &[
        "翻译", "翻譯", "协助", "協助", "请求", "請求", "要求", "内容", "內容", "文本", "帮助", "幫助",
        "准则", "规定", "政策",
    ],
};

const JAPANESE: Refusal = Refusal {
    declines: &[
        "できません",
        "できかねます",
        "致しかねます",
        "いたしかねます",
        "お手伝いできない",
        "お断り",
        "応じられません",
        "お応えできません",
        "対応しかねます",
    ],
    names: &[
        "翻訳",
        "ご要望",
        "ご依頼",
        "リクエスト",
        "内容",
        "コンテンツ",
        "お手伝い",
        "テキスト",
        "ガイドライン",
        "申し訳",
    ],
};

const KOREAN: Refusal = Refusal {
    declines: &["수 없습니다", "드릴 수 없", "할 수 없", "어렵습니다", "거절"],
    names: &["번역", "요청", "내용", "콘텐츠", "도와", "도움", "텍스트", "정책"],
};

const GERMAN: Refusal = Refusal {
    declines: &[
        "ich kann",
        "ich darf",
        "kann ich nicht",
        "kann ich leider",
        "leider",
        "ich bin nicht in der lage",
    ],
    names: &[
        "nicht übersetz",
        "nicht helfen",
        "nicht erfüllen",
        "anfrage",
        "inhalt",
        "nicht weiterhelfen",
        "richtlinie",
    ],
};

const FRENCH: Refusal = Refusal {
    declines: &[
        "je ne peux pas",
        "je ne peux",
        "je ne suis pas en mesure",
        "je suis désolé",
        "désolé, mais",
        "je refuse",
    ],
    names: &["tradui", "aider", "demande", "contenu", "ce texte", "ce passage", "règles"],
};

const SPANISH: Refusal = Refusal {
    declines: &[
        "no puedo",
        "lo siento, pero",
        "lo siento, no",
        "no me es posible",
        "no estoy en condiciones",
    ],
    names: &["traduc", "ayudar", "solicitud", "petición", "contenido", "este texto", "política"],
};

const PORTUGUESE: Refusal = Refusal {
    declines: &["não posso", "desculpe, mas", "sinto muito, mas", "lamento, mas", "não consigo"],
    names: &["traduz", "tradu", "ajudar", "solicitação", "pedido", "conteúdo", "este texto", "diretrizes"],
};

const ITALIAN: Refusal = Refusal {
    declines: &["non posso", "mi dispiace, ma", "mi spiace, ma", "non sono in grado"],
    names: &["tradu", "aiutar", "richiesta", "contenut", "questo testo", "linee guida"],
};

const RUSSIAN: Refusal = Refusal {
    declines: &["не могу", "к сожалению", "извините, но", "простите, но", "не в состоянии", "отказ"],
    names: &[
        "перев",
        "помочь",
        "запрос",
        "просьб",
        "содержан",
        "контент",
        "этот текст",
        "этого текста",
        "правил",
    ],
};

const POLISH: Refusal = Refusal {
    declines: &["nie mogę", "przykro mi, ale", "przepraszam, ale", "nie jestem w stanie"],
    names: &["przetłumacz", "tłumacz", "pomóc", "prośb", "treści", "tego tekstu"],
};

const DUTCH: Refusal = Refusal {
    declines: &["ik kan", "het spijt me, maar", "sorry, maar"],
    names: &["niet vertalen", "niet helpen", "verzoek", "inhoud", "deze tekst"],
};

const VIETNAMESE: Refusal = Refusal {
    declines: &["tôi không thể", "xin lỗi, nhưng", "rất tiếc"],
    names: &["dịch", "giúp", "hỗ trợ", "yêu cầu", "nội dung"],
};

const INDONESIAN: Refusal = Refusal {
    declines: &["saya tidak dapat", "saya tidak bisa", "maaf, tetapi", "maaf, saya"],
    names: &["menerjemah", "membantu", "permintaan", "konten", "teks ini"],
};

const TURKISH: Refusal = Refusal {
    declines: &["üzgünüm", "yapamam", "çeviremem", "yardımcı olamam", "mümkün değil"],
    names: &["çevir", "yardımcı", "istek", "isteğ", "içerik", "içeriğ", "metni"],
};

const THAI: Refusal = Refusal {
    declines: &["ไม่สามารถ", "ขออภัย", "ขอโทษ"],
    names: &["แปล", "ช่วย", "คำขอ", "เนื้อหา", "ข้อความ"],
};

const ARABIC: Refusal = Refusal {
    declines: &["لا أستطيع", "لا يمكنني", "آسف", "أعتذر", "عذرًا"],
    names: &["ترجم", "مساعد", "طلب", "محتوى", "النص"],
};

const ALL: &[Refusal] = &[
    ENGLISH, CHINESE, JAPANESE, KOREAN, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, RUSSIAN, POLISH, DUTCH,
    VIETNAMESE, INDONESIAN, TURKISH, THAI, ARABIC,
];

/// What speaks of tools or of a form is about how the work is handed over, not about the work.
const ABOUT_THE_FORM: &[&str] =
    &["tool", "function", "json", "工具", "函数", "ツール", "도구", "funktion", "fonction"];

/// Whether a text is a model's refusal to do what it was asked.
pub fn refuses_in_words(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.chars().nth(LONGEST).is_some() || text.starts_with(['[', '{', '<']) {
        return false;
    }
    let beginning: String = text
        .chars()
        .take(BEGINNING)
        .flat_map(char::to_lowercase)
        .map(|c| if c == '’' { '\'' } else { c })
        .collect();
    let has = |words: &[&str]| words.iter().any(|word| beginning.contains(word));
    !has(ABOUT_THE_FORM) && ALL.iter().any(|refusal| has(refusal.declines) && has(refusal.names))
}
