//! The files for several machines: they can be read, their parts name each other, and the program takes what they start it with.

use crate::foreign_clients::python;
use crate::program::{is_build_server, skip, test_cli};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Reads all documents of a file in `packaging` as JSON.
fn documents(test: &str, name: &str) -> Option<Vec<Value>> {
    let python = python(test, "python")?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging").join(name);
    let program = "import sys, json, yaml; print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1])))))";
    let output = Command::new(python).args(["-c", program]).arg(path).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// The program knows the command and every flag of it.
fn is_understood(words: &Value) {
    let mut words: Vec<&str> = words.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    words.push("--help");
    let said = test_cli().run(&words);
    assert_eq!(said.code, 0, "{words:?}: {said:?}");
}

fn named<'a>(documents: &'a [Value], kind: &str, name: &str) -> &'a Value {
    let is_it = |one: &&Value| one["kind"] == kind && one["metadata"]["name"] == name;
    documents.iter().find(is_it).unwrap_or_else(|| panic!("no {kind} {name}"))
}

#[test]
fn the_files_for_kubernetes_fit_together_and_start_what_the_program_has() {
    let test = "the_files_for_kubernetes_fit_together_and_start_what_the_program_has";
    let Some(documents) = documents(test, "kubernetes.yaml") else { return };
    for document in &documents {
        assert!(document["apiVersion"].is_string() && document["metadata"]["name"].is_string(), "{document}");
    }
    for (name, word) in [("tsumugi", "serve"), ("tsumugi-worker", "worker")] {
        let spec = &named(&documents, "Deployment", name)["spec"];
        assert_eq!(spec["selector"]["matchLabels"], spec["template"]["metadata"]["labels"], "{name}");
        let pod = &spec["template"]["spec"];
        let container = &pod["containers"][0];
        assert_eq!(container["args"][0], word);
        is_understood(&container["args"]);
        for volume in pod["volumes"].as_array().unwrap() {
            if let Some(claim) = volume["persistentVolumeClaim"]["claimName"].as_str() {
                named(&documents, "PersistentVolumeClaim", claim);
            }
        }
        assert_eq!(pod["securityContext"]["seccompProfile"]["type"], "RuntimeDefault", "{name}");
        assert!(container["resources"]["limits"]["memory"].is_string(), "{name}");
        let args = container["args"].as_array().unwrap();
        let believed = args.iter().skip_while(|word| *word != "--trusted-proxy").nth(1);
        // Who is in a network that is believed can call themselves anything.
        assert!(believed.is_none_or(|proxy| !proxy.as_str().unwrap().contains('/')), "{name}: {believed:?}");
        // A worker waits 120 seconds for requests in flight.
        assert!(pod["terminationGracePeriodSeconds"].as_u64().unwrap() > 120, "{name}");
    }
    let egress = &named(&documents, "NetworkPolicy", "tsumugi")["spec"]["egress"];
    assert!(egress.to_string().contains("169.254.0.0/16"), "{egress}");
    let ingress = &named(&documents, "NetworkPolicy", "tsumugi-from-ingress")["spec"]["ingress"];
    assert!(ingress[0]["from"][0]["namespaceSelector"].is_object(), "{ingress}");
    let service = &named(&documents, "Service", "tsumugi")["spec"];
    let server = &named(&documents, "Deployment", "tsumugi")["spec"];
    assert_eq!(service["selector"], server["selector"]["matchLabels"]);
}

#[test]
fn the_files_for_kubernetes_are_what_its_published_schemas_ask_for() {
    let test = "the_files_for_kubernetes_are_what_its_published_schemas_ask_for";
    let Some(python) = python(test, "python") else { return };
    let has_schemas = Command::new(&python).args(["-c", "import kubernetes_validate"]).output().unwrap();
    if !has_schemas.status.success() {
        assert!(!is_build_server(), "`scripts/setup-tests` installs the schemas");
        return skip(test, "`target/python` has no `kubernetes-validate`; `scripts/setup-tests` installs it");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/kubernetes.yaml");
    // The oldest that is still looked after, and the newest.
    let versions = ["-k", "1.34", "-k", "1.37"];
    let held = |file: &Path| {
        let mut command = Command::new(&python);
        command.args(["-m", "kubernetes_validate", "--strict", "--quiet"]).args(versions).arg(file);
        command.output().unwrap()
    };
    let output = held(&path);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let wrong = std::fs::read_to_string(&path).unwrap().replace("containerPort", "port");
    let cli = test_cli();
    let wrong = cli.file("wrong.yaml", wrong);
    assert!(!held(&wrong).status.success(), "a field that does not exist is found");
}

#[test]
fn the_compose_files_are_what_the_published_schema_asks_for() {
    let test = "the_compose_files_are_what_the_published_schema_asks_for";
    let Some(check) = python(test, "python").map(|python| python.with_file_name("check-jsonschema")) else {
        return;
    };
    if !check.exists() {
        assert!(!is_build_server(), "`scripts/setup-tests` installs the schema");
        return skip(test, "`target/python` has no `check-jsonschema`; `scripts/setup-tests` installs it");
    }
    let packaging = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging");
    let held = |file: &Path| {
        Command::new(&check).args(["--builtin-schema", "vendor.compose-spec"]).arg(file).output().unwrap()
    };
    for name in ["compose.yaml", "compose.postgres.yaml", "compose.team.yaml"] {
        let path = packaging.join(name);
        let output = held(&path);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stdout));
        let wrong = std::fs::read_to_string(&path).unwrap().replace("restart:", "restarts:");
        let cli = test_cli();
        let wrong = cli.file("wrong.yaml", wrong);
        assert!(!held(&wrong).status.success(), "{name}: a key that does not exist is found");
    }
}

#[test]
fn the_compose_file_of_a_team_has_tls_in_front_and_everything_else_inside() {
    let test = "the_compose_file_of_a_team_has_tls_in_front_and_everything_else_inside";
    let Some(documents) = documents(test, "compose.team.yaml") else { return };
    let services = documents[0]["services"].as_object().unwrap();
    for (name, service) in services {
        assert_eq!(service.get("ports").is_some(), name == "proxy", "{name}");
        for needed in service["depends_on"].as_object().into_iter().flat_map(|all| all.keys()) {
            assert!(services.contains_key(needed), "{name} needs {needed}");
        }
        for network in service["networks"].as_array().unwrap() {
            assert!(documents[0]["networks"].get(network.as_str().unwrap()).is_some(), "{name}: {network}");
        }
        for volume in service["volumes"].as_array().into_iter().flatten() {
            let from = volume.as_str().unwrap().split(':').next().unwrap();
            let packaging = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging");
            let is_there = match from.strip_prefix("./") {
                Some(file) => packaging.join(file).exists(),
                None => documents[0]["volumes"].get(from).is_some(),
            };
            assert!(is_there, "{name}: {from}");
        }
    }
    for name in ["tsumugi", "worker"] {
        let words = services[name]["command"].to_string().replace("${TSUMUGI_HOST:?}", "books.example.org");
        is_understood(&serde_json::from_str(&words).unwrap());
        assert_eq!(services[name]["environment"]["TSUMUGI_ORIGINALS"], "s3://tsumugi/originals");
    }
    assert_eq!(services["worker"]["deploy"]["replicas"], 2);
    let network = documents[0]["networks"]["front"]["ipam"]["config"][0]["subnet"].as_str().unwrap();
    let command = services["tsumugi"]["command"].as_array().unwrap();
    assert!(command.iter().any(|word| word == network), "the proxy is believed: {command:?}");
    let proxy =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/Caddyfile"));
    assert!(proxy.unwrap().contains("reverse_proxy tsumugi:7878"));
}

#[test]
fn the_compose_file_starts_a_server_and_workers_at_one_database() {
    let test = "the_compose_file_starts_a_server_and_workers_at_one_database";
    let Some(documents) = documents(test, "compose.postgres.yaml") else { return };
    let services = &documents[0]["services"];
    for (name, word) in [("tsumugi", "serve"), ("worker", "worker")] {
        let service = &services[name];
        assert_eq!(service["command"][0], word);
        is_understood(&service["command"]);
        let library = service["environment"]["TSUMUGI_LIBRARY"].as_str().unwrap();
        assert!(library.contains("@database/"), "{library}");
        assert_eq!(service["depends_on"]["database"]["condition"], "service_healthy");
    }
    assert!(services["tsumugi"]["command"].as_array().unwrap().iter().any(|word| word == "--workers"));
    assert_eq!(services["worker"]["deploy"]["replicas"], 2);
    let locale = services["database"]["environment"]["POSTGRES_INITDB_ARGS"].as_str().unwrap();
    assert!(locale.contains("--locale=C"), "texts are compared by their bytes: {locale}");
}

#[test]
fn the_unit_of_systemd_starts_the_server_with_what_it_needs_and_no_more() {
    let unit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/tsumugi.service");
    let unit = std::fs::read_to_string(unit).unwrap();
    let started =
        unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/tsumugi ")).unwrap();
    is_understood(&started.split(' ').collect());
    for setting in [
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "CapabilityBoundingSet=",
        "UMask=0077",
        "MemoryMax=2G",
    ] {
        assert!(unit.lines().any(|line| line == setting), "{setting}");
    }
}
