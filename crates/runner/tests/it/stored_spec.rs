//! A run's spec as version 0.1 stored it, and as it is stored now.

use runner::repair::RepairFilter;
use runner::spec::{RunSpec, Which, Work};
use serde_json::json;

#[test]
fn a_run_stored_by_0_1_loads_and_is_stored_with_the_same_fields() {
    let stored = json!({
        "kind": "translation", "target": "en", "model": "m", "fallbacks": [], "effort": "standard",
        "reads": "book", "chapters": [], "paragraphs": [], "chunk_tokens": null, "concurrency": 4,
        "max_cost_micros": 2_000_000, "max_tokens": null, "chapter_max_cost_micros": null,
        "chapter_max_tokens": null, "temperature": null, "instructions": null, "endpoint": null,
        "again": false, "stale": true, "prompt": "abc", "reuse": true, "repair": null, "candidates": 1,
        "survey": false,
    });
    let spec: RunSpec = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(spec.work, Work::Translate { which: Which::Stale, reuse: true, candidates: 1 });
    assert_eq!(serde_json::to_value(&spec).unwrap(), stored);
}

#[test]
fn each_kind_of_work_survives_being_stored() {
    let usual = RunSpec::for_model("m".to_owned(), "en".parse().unwrap());
    let filter = RepairFilter { only_blocking: true, checks: vec!["A2".to_owned()] };
    for work in [Work::TRANSLATE, Work::Polish, Work::Proofread, Work::Fix(filter), Work::Survey] {
        let spec = RunSpec { work, ..usual.clone() };
        let text = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<RunSpec>(&text).unwrap(), spec);
    }
}
