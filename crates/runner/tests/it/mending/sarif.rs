//! The SARIF log keeps the rules of its format that readers rely on.

use crate::mending::test_run::{PAIRS, TestRun, by_model, without_dictionaries};
use operations::judge::CheckContext;
use operations::review::acknowledge;
use operations::sarif::sarif;
use serde_json::Value;

#[tokio::test]
async fn the_log_is_valid_and_points_to_chapter_paragraph_and_place() {
    let test_run = TestRun::translated().await;
    test_run.write(0, "Der Leuchtturmwärter zählte die Lampen, bevor der Sturm kam.", by_model()).await;
    test_run.write(1, PAIRS[1].0, by_model()).await;
    test_run.write(5, "Am  Morgen war der Hafen leer, und die Boote waren fort .", by_model()).await;
    let ids = [test_run.id(0).await];
    let (target, none) = ("de".parse().unwrap(), without_dictionaries());
    let check_context = CheckContext { target: &target, dictionaries: &none };
    acknowledge(&test_run.store, &test_run.book, check_context, &ids, &[], "on purpose", 9).await.unwrap();
    let spotted = test_run.checkup().await.findings;
    let log = sarif(test_run.store.library(), &test_run.book, &spotted).await.unwrap();
    keeps_the_rules(&log);
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), spotted.len());
    let of = |rule: &str| results.iter().find(|one| one["ruleId"] == rule).unwrap();
    assert_eq!((&of("A3")["level"], &of("D12")["level"]), (&"error".into(), &"warning".into()));
    assert_eq!(of("D1")["suppressions"][0]["justification"], "on purpose");
    let name = &of("A3")["locations"][0]["logicalLocations"][0];
    assert_eq!(name["name"], test_run.id(1).await.to_string());
    assert_eq!(name["fullyQualifiedName"], format!("chapter 1/1/{}", test_run.id(1).await));
    assert!(of("D12")["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"].is_object());
}

/// What the schema of SARIF 2.1.0 asks of the parts that are used here.
fn keeps_the_rules(log: &Value) {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    assert_eq!(log["version"], "2.1.0");
    assert!(text(&log["$schema"]).contains("sarif-2.1.0"));
    let run = &log["runs"][0];
    assert!(!text(&run["tool"]["driver"]["name"]).is_empty());
    assert!(["utf16CodeUnits", "unicodeCodePoints"].contains(&run["columnKind"].as_str().unwrap()));
    let rules: Vec<String> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| text(&rule["id"])).collect();
    let mut unique = rules.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), rules.len(), "a rule stands once");
    let length = |uri: &str| {
        let artifacts = run["artifacts"].as_array().unwrap();
        let artifact = artifacts.iter().find(|one| one["location"]["uri"] == uri).unwrap();
        text(&artifact["contents"]["text"]).chars().count()
    };
    let fits = |region: &Value, uri: &str| {
        let count = |field: &str| usize::try_from(region[field].as_u64().unwrap()).unwrap();
        assert!(count("charOffset") + count("charLength") <= length(uri), "{region}");
    };
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index], text(&result["ruleId"]));
        assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().unwrap()));
        assert!(!text(&result["message"]["text"]).is_empty());
        for location in result["locations"].as_array().unwrap() {
            assert!(location["logicalLocations"][0]["name"].is_string());
            let physical = &location["physicalLocation"];
            if physical.is_object() {
                let uri = text(&physical["artifactLocation"]["uri"]);
                assert!(uri.is_ascii() && !uri.contains(' ') && uri.contains(':'), "{uri}");
                length(&uri);
                if physical["region"].is_object() {
                    fits(&physical["region"], &uri);
                }
            }
        }
        for suppression in result["suppressions"].as_array().into_iter().flatten() {
            assert!(["inSource", "external"].contains(&suppression["kind"].as_str().unwrap()));
        }
        for fix in result["fixes"].as_array().into_iter().flatten() {
            let change = &fix["artifactChanges"][0];
            let uri = text(&change["artifactLocation"]["uri"]);
            for replacement in change["replacements"].as_array().unwrap() {
                fits(&replacement["deletedRegion"], &uri);
                assert!(replacement["insertedContent"]["text"].is_string());
            }
        }
    }
}
