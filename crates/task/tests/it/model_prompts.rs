//! Prompts that models were trained with: which one is taken, what it says, and what is no prompt.

use book::language::LanguageTag;
use task::model_prompts::{GlossaryEntry, LONGEST_FILE, ModelPrompt};

fn name_for(model: &str) -> Option<String> {
    ModelPrompt::built_in().into_iter().find(|prompt| prompt.fits(model)).map(|prompt| prompt.name)
}

#[test]
fn every_built_in_prompt_is_read_and_chosen_by_the_models_name() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/model_prompts");
    let names = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
    let n_files = names.filter(|name| name.to_string_lossy().ends_with(".toml")).count();
    assert_eq!(ModelPrompt::built_in().len(), n_files);
    for (model, expected) in [
        ("sakura-13b-lnovel-v0.9b-Q2_K.gguf", Some("sakura-0.9")),
        ("SakuraLLM/Sakura-14B-Qwen2beta-v0.9.2-GGUF", Some("sakura-0.9")),
        ("sakura-14b-qwen2beta-v0.10-iq4xs", Some("sakura-0.10")),
        ("Sakura-14B-Qwen2.5-v1.0", Some("sakura-1.0")),
        ("Sakura-GalTransl-7B-v3.7", Some("galtransl")),
        ("GalTransl-v1", Some("galtransl")),
        ("qwen2.5-coder-1.5b", None),
    ] {
        assert_eq!(name_for(model).as_deref(), expected, "{model}");
    }
}

#[test]
fn a_request_has_the_glossary_in_the_models_own_form() {
    let entry = |note: &str| GlossaryEntry {
        source: "澪".to_owned(),
        target: "澪".to_owned(),
        note: note.to_owned(),
    };
    let prompt = ModelPrompt::built_in().into_iter().find(|prompt| prompt.name == "sakura-1.0").unwrap();
    assert_eq!(prompt.request(&[], "", "雨。\n夜。"), "将下面的日文文本翻译成中文：雨。\n夜。");
    let with = prompt.request(&[entry("女"), entry("")], "", "{glossary}");
    let expected = "根据以下术语表（可以为空）：\n澪->澪 #女\n澪->澪\n将下面的日文文本根据对应关系和备注翻译成中文：{glossary}";
    assert_eq!(with, expected, "what the book says is never filled in");
}

#[test]
fn a_prompt_is_for_its_languages_only() {
    let prompt = ModelPrompt::built_in().into_iter().find(|prompt| prompt.name == "galtransl").unwrap();
    let tag = |tag: &str| tag.parse::<LanguageTag>().unwrap();
    assert!(prompt.is_for(Some(&tag("ja")), &tag("zh-Hans")));
    assert!(!prompt.is_for(Some(&tag("en")), &tag("zh-Hans")));
    assert!(!prompt.is_for(Some(&tag("ja")), &tag("zh-Hant")));
}

#[test]
fn what_is_no_prompt_is_refused_with_its_reason() {
    let refused = |text: &str| ModelPrompt::parse(text).unwrap_err().to_string();
    assert!(refused("name = \"x\"\nmodels = [\"x\"]\nuser = \"translate\"").contains("no `{text}`"));
    assert!(refused("name = \"x\"\nmodels = []\nuser = \"{text}\"").contains("names no model"));
    assert!(refused("name = \"x\"\nmodels = [\"x\"]\nuser = \"{text}\"\nother = 1").contains("other"));
    assert!(refused(&"#".repeat(LONGEST_FILE + 1)).contains("longer"));
}

#[test]
fn a_star_stands_for_anything() {
    for (pattern, name, fits) in [
        ("a*b", "axxb", true),
        ("a*b", "axxbc", false),
        ("*a*", "bab", true),
        ("a", "a", true),
        ("a", "ab", false),
        ("a*b*c", "abc", true),
        ("a*b*c", "acb", false),
    ] {
        let file = format!("name = \"x\"\nmodels = [\"{pattern}\"]\nuser = \"{{text}}\"");
        assert_eq!(ModelPrompt::parse(&file).unwrap().fits(name), fits, "{pattern} {name}");
    }
}
