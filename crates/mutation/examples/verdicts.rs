//! Writes down what every check says about the corpora, so that two versions of the checks can be compared line by line.
//!
//! `cargo run -p mutation --example verdicts -- [WORKSPACE] > FILE`: every paragraph as its translator left it, with the
//! neighbour's translation, cut in half, and left in the source's language; then the walk over each text.
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

use book::id::ParagraphId;
use book::text::markup::Marked;
use checks::check::Finding;
use checks::code::CheckCode;
use checks::judgement::Judgement;
use checks::policy::Policy;
use checks::sequence::Sequence;
use checks::suite::Suite;
use checks::unit::{Aligned, ParagraphKnowledge, Unit};
use mutation::Corpus;
use mutation::corpora::{find, handbook, story, wesnoth};
use mutation::mutation_run::{dictionary, story_pairs};
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workspace = std::env::args().nth(1).map_or(here, PathBuf::from);
    for (source, target) in story_pairs() {
        let corpus = story::read(&workspace.join("crates/checks/tests/story"), source, target, 1)?;
        write_down("story", source, target, &Suite::for_pair(&source.parse()?, &target.parse()?), &corpus)?;
    }
    let campaigns = [wesnoth::HEIR].into_iter().chain(wesnoth::FOR_CHOOSING);
    for campaign in campaigns {
        let Some(root) = wesnoth::root(&workspace, campaign) else { continue };
        for (folder, language) in wesnoth::LANGUAGES {
            let Some(corpus) = wesnoth::read(&root, campaign, folder) else { continue };
            let suite = Suite::for_pair(&"en".parse()?, &language.parse()?);
            write_down(campaign.catalogue, "en", language, &suite, &corpus)?;
            let suite = match dictionary(&workspace, language)
                .filter(|_| ["ja", "zh-Hans"].contains(&language))
            {
                Some(dictionary) => Suite::with_dictionary(&language.parse()?, &"en".parse()?, dictionary),
                None => Suite::for_pair(&language.parse()?, &"en".parse()?),
            };
            write_down(campaign.catalogue, language, "en", &suite, &wesnoth::reversed(corpus))?;
        }
    }
    let Some(root) = find(&workspace, handbook::ROOT) else { return Ok(()) };
    for (folder, language) in handbook::LANGUAGES {
        let Some((corpus, _)) = handbook::read(&root, folder) else { continue };
        let suite = Suite::for_pair(&"en".parse()?, &language.parse()?);
        write_down("handbook", "en", language, &suite, &corpus)?;
    }
    Ok(())
}

fn write_down(
    name: &str,
    source: &str,
    target: &str,
    suite: &Suite,
    corpus: &Corpus,
) -> Result<(), Box<dyn Error>> {
    let policy = Policy::default();
    let marked: Vec<(Marked, Marked)> = corpus
        .lines
        .iter()
        .map(|line| (Marked::from_plain(&line.source), Marked::from_plain(&line.translation)))
        .collect();
    let mut walk = Sequence::new(suite);
    for (index, line) in corpus.lines.iter().enumerate() {
        let Some((own_source, own)) = marked.get(index) else { break };
        let aligned = |at: usize| marked.get(at).map(|(source, translation)| Aligned { source, translation });
        let before: Vec<Aligned<'_>> = (index.saturating_sub(2)..index).filter_map(aligned).collect();
        let after: Vec<Aligned<'_>> = (index + 1..index + 3).filter_map(aligned).collect();
        let characters: Vec<_> = corpus
            .characters
            .iter()
            .filter(|character| character.names().any(|name| line.source.contains(&name.source)))
            .collect();
        let terms: Vec<_> = corpus.terms.iter().filter(|term| line.source.contains(&term.source)).collect();
        let speaker = line.speaker.and_then(|at| corpus.characters.get(at));
        let knowledge = ParagraphKnowledge {
            terms: &terms,
            characters: &characters,
            speaker,
            ..ParagraphKnowledge::NONE
        };
        let half: String = line.translation.chars().take(line.translation.chars().count() / 2).collect();
        let next = marked.get(index + 1).map_or_else(|| Marked::from_plain(""), |(_, next)| next.clone());
        let variants = [
            ("own", own.clone()),
            ("next", next),
            ("half", Marked::from_plain(&half)),
            ("source", own_source.clone()),
        ];
        for (variant, translation) in &variants {
            let unit = Unit {
                kind: line.kind,
                before: &before,
                after: &after,
                knowledge,
                ..Unit::alone(own_source, translation, &policy)
            };
            let judgement = suite.judge(&unit);
            println!("{name} {source}-{target} {index} {variant}: {}", describe(&judgement));
            if *variant == "own" {
                walk.visit(ParagraphId::from_number(u32::try_from(index)?), line.chapter, &unit);
            }
        }
    }
    let report = walk.finish();
    for located in &report.located {
        println!(
            "{name} {source}-{target} walk: {:?} {:?} {}",
            located.chapter,
            located.paragraphs,
            found(&located.finding)
        );
    }
    let not: Vec<String> = report.not_applicable.iter().map(|(code, why)| format!("{code} {why}")).collect();
    println!("{name} {source}-{target} walk: passed {} not {}", listed(&report.passed), not.join("; "));
    Ok(())
}

fn describe(judgement: &Judgement) -> String {
    let mut line = String::new();
    for finding in &judgement.findings {
        let _ = write!(line, "F[{}] ", found(finding));
    }
    for finding in &judgement.mended {
        let _ = write!(line, "M[{}] ", found(finding));
    }
    if let Some(fixed) = &judgement.autofixed {
        let _ = write!(line, "fixed «{}» ", fixed.text.as_str());
    }
    let not: Vec<String> =
        judgement.not_applicable.iter().map(|(code, why)| format!("{code} {why}")).collect();
    let _ = write!(
        line,
        "passed {} not {} unreached {} z {:.3?} coverage {:.3?}",
        listed(&judgement.passed),
        not.join("; "),
        listed(&judgement.not_reached),
        judgement.length_z,
        judgement.coverage,
    );
    line.replace('\n', "⏎")
}

fn listed(codes: &[CheckCode]) -> String {
    codes.iter().map(|code| code.as_str()).collect::<Vec<_>>().join(",")
}

fn found(finding: &Finding) -> String {
    let Finding { check, severity, message, span, source_span, fix, asks_model: _ } = finding;
    format!("{check} {} {span:?} {source_span:?} {fix:?} {} / {}", severity.as_str(), message.en, message.zh)
}
