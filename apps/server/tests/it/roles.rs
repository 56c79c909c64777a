//! What each role may do at each address of the API: the whole table, tried out.

use crate::client::Client;
use crate::teams::TestTeam;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Who may, from the most powerful to nobody at all.
const ROLES: [&str; 5] = ["owner", "editor", "translator", "reader", "nobody"];
const EVERYBODY: usize = 5;
const MEMBERS: usize = 4;
const TRANSLATORS: usize = 3;
const EDITORS: usize = 2;
const OWNERS: usize = 1;

/// Every operation, and how many of the roles may do it. An operation that is not here fails the test.
const TABLE: &[(usize, &[&str])] = &[
    // What is needed to log in.
    (EVERYBODY, &["about", "beginOidc", "closeSession", "finishOidc", "join", "logIn", "openSession"]),
    // The links in mails.
    (EVERYBODY, &["confirmMail", "showConfirmMail", "showUnsubscribe", "unsubscribe"]),
    // One's own account, and the list of books.
    (
        MEMBERS,
        &[
            "beginLink",
            "changeMail",
            "changePassword",
            "endCredential",
            "linkIdentity",
            "listBooks",
            "listCredentials",
            "listNotices",
            "makeToken",
            "me",
            "myWork",
            "openapi",
            "readNotices",
            "sendConfirmation",
            "showMail",
            "unlinkIdentity",
        ],
    ),
    // Look.
    (
        MEMBERS,
        &[
            "activity",
            "certificate",
            "changedTexts",
            "checkBook",
            "cost",
            "cover",
            "drift",
            "filterParagraphs",
            "libraryEvents",
            "listAssignments",
            "listChanges",
            "listCharacters",
            "listChats",
            "listComments",
            "listConflicts",
            "listFindings",
            "listMembers",
            "listMemories",
            "listModels",
            "listParagraphComments",
            "listParagraphs",
            "listPresence",
            "listProposals",
            "listQuestions",
            "listRuns",
            "listSeries",
            "listStale",
            "listSuggestions",
            "listSummaries",
            "listTasks",
            "listTerms",
            "listVersions",
            "outlineChapter",
            "plan",
            "planFix",
            "planSurvey",
            "prompt",
            "putPresence",
            "quality",
            "runEvents",
            "search",
            "settings",
            "showBook",
            "showChat",
            "showInstructions",
            "showNotes",
            "showParagraph",
            "showRun",
            "surveyCandidates",
            "surveyPieces",
            "transcript",
            "uses",
        ],
    ),
    // Say something about a paragraph.
    (MEMBERS, &["addComment", "resolveComment"]),
    // Take a book out as a file.
    (
        TRANSLATORS,
        &[
            "bundleBook",
            "downloadBook",
            "downloadCertificate",
            "downloadReport",
            "exportBook",
            "exportTerms",
            "handOut",
        ],
    ),
    // Write translations, and say what one thinks of them.
    (
        TRANSLATORS,
        &[
            "acknowledge",
            "addVersion",
            "answerQuestion",
            "changeAssignment",
            "judgeSuggestion",
            "reviewParagraph",
            "reviewParagraphs",
            "selectVersion",
            "undo",
            "withdraw",
        ],
    ),
    // What a whole book rests on.
    (
        EDITORS,
        &[
            "addCharacter",
            "addMemory",
            "addTerm",
            "assign",
            "changeBook",
            "changeChapter",
            "changeChapterInstructions",
            "changeCharacter",
            "changeInstructions",
            "changeMemory",
            "changeNotes",
            "changeSeriesInstructions",
            "changeSummary",
            "changeTerm",
            "decideProposals",
            "discardRehearsal",
            "importTerms",
            "lockParagraph",
            "moveBook",
            "removeAssignment",
            "removeCharacter",
            "removeMemory",
            "removeTerm",
            "renameCharacter",
            "renameTerm",
            "replace",
            "takeBack",
        ],
    ),
    // Have models work.
    (
        EDITORS,
        &[
            "answerChat",
            "beginRun",
            "beginSurvey",
            "cancelBatch",
            "fix",
            "listBudgets",
            "removeChat",
            "resumeRun",
            "say",
            "stopChat",
            "stopRun",
        ],
    ),
    // Bring books in.
    (EDITORS, &["importBook", "unbundleBook"]),
    // Throw a book away.
    (OWNERS, &["removeBook"]),
    // Models, keys and settings.
    (
        OWNERS,
        &[
            "addModel",
            "changeModel",
            "changeModelSettings",
            "changeSettings",
            "listKeys",
            "modelSettings",
            "offeredModels",
            "removeKey",
            "removeModel",
            "setBudget",
            "setKey",
            "testModel",
        ],
    ),
    // People.
    (
        OWNERS,
        &[
            "audit",
            "changeRole",
            "invite",
            "listInvitations",
            "listPeople",
            "removePerson",
            "takeBackInvitation",
        ],
    ),
];

/// The operations of the document: method, address and name. Books and runs in it do not exist: what somebody may do is
/// decided before anything is looked for, and then the role in the library counts.
fn operations() -> Vec<(String, String, String)> {
    let document: Value = serde_json::from_str(include_str!("../../openapi.json")).unwrap();
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let Some(name) = operation["operationId"].as_str() else { continue };
            let parts = path.split('/').map(|part| if part.starts_with('{') { "999999" } else { part });
            let path = parts.collect::<Vec<_>>().join("/");
            operations.push((method.to_uppercase(), path, name.to_owned()));
        }
    }
    operations
}

async fn status(client: &Client, method: &str, path: &str) -> u16 {
    let (kind, body) = match method {
        "GET" => (None, Vec::new()),
        _ => (Some("application/json"), b"{}".to_vec()),
    };
    client.open(method, path, kind, body).await.status().as_u16()
}

#[tokio::test]
async fn every_address_is_open_to_exactly_the_roles_of_the_table() {
    let team = TestTeam::open().await;
    let mut clients: Vec<Client> = Vec::new();
    for role in ROLES {
        let client = if role == "nobody" {
            team.app.client.clone()
        } else {
            // A token, because logging out would end a session.
            let body = json!({"name": role, "role": role, "days": 1});
            let made = team.owner.json("POST", "/api/v1/me/tokens", &body).await.expect(201).json();
            let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
            team.app.client.with("authorization", Some(&bearer))
        };
        clients.push(client);
    }
    let expected: BTreeMap<&str, usize> =
        TABLE.iter().flat_map(|(n, names)| names.iter().map(move |name| (*name, *n))).collect();
    let operations = operations();
    let known: BTreeSet<&str> = expected.keys().copied().collect();
    let found: BTreeSet<&str> = operations.iter().map(|(_, _, name)| name.as_str()).collect();
    assert_eq!(known, found, "the table and the document name the same operations");
    let mut wrong = Vec::new();
    for (method, path, name) in &operations {
        for (place, client) in clients.iter().enumerate().rev() {
            let status = status(client, method, path).await;
            let is_allowed = place < expected[name.as_str()];
            let is_refused = match ROLES[place] {
                "nobody" => status == 401,
                _ => status == 403,
            };
            // A wrong password and a missing token are refused with the same status, after the door.
            let is_login = ["logIn", "openSession"].contains(&name.as_str()) && status == 401;
            if is_allowed == is_refused && !is_login {
                wrong.push(format!("{} {method} {path} ({name}): {status}", ROLES[place]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
