//! What each role may do at each address of the API: the whole table, tried out.

use crate::client::Client;
use crate::operations::{self, RealIds};
use crate::teams::TestTeam;
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
    (EDITORS, &["importBook", "makeEdition", "unbundleBook"]),
    // Throw a book away.
    (OWNERS, &["deleteBook", "listTrash", "removeBook", "restoreBook"]),
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

/// How many of the roles may do an operation.
pub(crate) fn least_role(name: &str) -> usize {
    TABLE
        .iter()
        .find(|(_, names)| names.contains(&name))
        .unwrap_or_else(|| panic!("{name} is in the table"))
        .0
}

/// What takes away what others need comes last.
const LAST: [&str; 9] = [
    "removeTerm",
    "removeCharacter",
    "removeMemory",
    "removeChat",
    "removeAssignment",
    "changePassword",
    "removePerson",
    "removeBook",
    "closeSession",
];

#[tokio::test(flavor = "multi_thread")]
async fn every_address_is_open_to_exactly_the_roles_of_the_table() {
    let team = TestTeam::open().await;
    let mut clients: Vec<Client> = Vec::new();
    for role in ROLES {
        let client = match role {
            "nobody" => team.app.client.clone(),
            _ => team.member(role, role, None).await,
        };
        clients.push(client);
    }
    let real = RealIds::of(&team, &clients[2], &clients[3]).await;
    let expected: BTreeMap<&str, usize> =
        TABLE.iter().flat_map(|(n, names)| names.iter().map(move |name| (*name, *n))).collect();
    let mut operations = operations::all();
    let known: BTreeSet<&str> = expected.keys().copied().collect();
    let found: BTreeSet<&str> = operations.iter().map(|operation| operation.name.as_str()).collect();
    assert_eq!(known, found, "the table and the document name the same operations");
    operations
        .sort_by_key(|operation| LAST.iter().position(|name| *name == operation.name).map_or(0, |at| at + 1));
    let mut wrong = Vec::new();
    for operation in &operations {
        let name = operation.name.as_str();
        for (place, client) in clients.iter().enumerate().rev() {
            let sent = real.sent(operation);
            let status =
                client.open(&operation.method, &sent.path, sent.kind, sent.body).await.status().as_u16();
            let is_allowed = place < expected[name];
            let is_refused = match ROLES[place] {
                // What a stranger sends is not read beyond a few thousand bytes.
                "nobody" => status == 401 || (status == 413 && name == "unbundleBook"),
                _ => status == 403,
            };
            // A wrong password and a missing token are refused with the same status, after the door.
            let is_login = ["logIn", "openSession"].contains(&name) && status == 401;
            if is_allowed == is_refused && !is_login {
                wrong.push(format!("{} {} {} ({name}): {status}", ROLES[place], operation.method, sent.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
