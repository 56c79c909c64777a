//! Where the cues of a file stand, and when each is seen.

use super::Subtitles;
use std::ops::Range;

/// A cue.
pub(super) struct Cue {
    /// Its words, without the line break behind them.
    pub(super) range: Range<usize>,
    pub(super) duration_ms: u64,
    pub(super) when: String,
}

/// What a file holds.
pub(super) struct FoundCues {
    pub(super) title: Option<String>,
    pub(super) cues: Vec<Cue>,
}

/// Finds the cues.
pub(super) fn find(format: Subtitles, text: &str) -> FoundCues {
    match format {
        Subtitles::SubRip | Subtitles::WebVtt => FoundCues { title: None, cues: timed(text) },
        Subtitles::SubStation => substation(text),
    }
}

/// A line and where it stands, without its line break.
#[derive(Clone, Copy)]
struct Line<'a> {
    start: usize,
    text: &'a str,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let rest = text.get(start..).unwrap_or_default();
        let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
        lines.push(Line { start, text: rest.get(..len).unwrap_or_default() });
        let after = rest.get(len..).unwrap_or_default();
        start += len + if after.starts_with("\r\n") { 2 } else { usize::from(!after.is_empty()) };
    }
    lines
}

/// Cues of `SubRip` and `WebVTT`: a line with two times, then the words up to an empty line or the next cue.
fn timed(text: &str) -> Vec<Cue> {
    let lines = lines(text);
    let times: Vec<(usize, u64)> =
        lines.iter().enumerate().filter_map(|(at, line)| Some((at, duration(line.text)?))).collect();
    let mut cues = Vec::with_capacity(times.len());
    for (n, (at, duration_ms)) in times.iter().enumerate() {
        let next = times.get(n + 1).map_or(lines.len(), |(next, _)| *next);
        let words = lines.get(at + 1..next).unwrap_or_default();
        let len = words.iter().position(|line| line.text.trim().is_empty()).unwrap_or_else(|| {
            // The number of the next cue, right behind the words of this one.
            let is_number = |line: &Line<'_>| line.text.trim().bytes().all(|byte| byte.is_ascii_digit());
            words.len() - usize::from(next < lines.len() && words.last().is_some_and(is_number))
        });
        let words = words.get(..len).unwrap_or_default();
        let (Some(first), Some(last)) = (words.first(), words.last()) else { continue };
        let when = lines.get(*at).map_or("", |line| line.text).split("-->").next().unwrap_or_default();
        cues.push(Cue {
            range: first.start..last.start + last.text.len(),
            duration_ms: *duration_ms,
            when: when.trim().to_owned(),
        });
    }
    cues
}

/// Whether a text begins with a numbered cue: `1`, then `00:00:01,000 --> 00:00:02,000`.
pub(super) fn is_subrip(head: &str) -> bool {
    let mut lines = head.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let is_number = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
    duration(first).is_some() || is_number && lines.next().is_some_and(|line| duration(line).is_some())
}

/// How long a cue with this line of times is seen.
fn duration(line: &str) -> Option<u64> {
    let (from, to) = line.split_once("-->")?;
    let to = to.split_whitespace().next()?;
    let (from, to) = (milliseconds(from.trim())?, milliseconds(to)?);
    Some(to.saturating_sub(from))
}

/// `01:02:03,456`, `02:03.456` or `1:02:03.45`.
fn milliseconds(time: &str) -> Option<u64> {
    let (clock, fraction) = time.split_once([',', '.']).unwrap_or((time, "0"));
    let mut seconds = 0_u64;
    let mut n_parts = 0;
    for part in clock.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.trim().parse().ok()?)?;
        n_parts += 1;
    }
    let digits: String = fraction.chars().take_while(char::is_ascii_digit).take(3).collect();
    let scale = 10_u64.pow(3 - u32::try_from(digits.len()).ok()?);
    let fraction: u64 = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    (2..=3).contains(&n_parts).then(|| seconds.saturating_mul(1000) + fraction * scale)
}

/// Cues of `SubStation`: the last field of every line of dialogue, as the `Format` line of the events names the fields.
fn substation(text: &str) -> FoundCues {
    let mut found = FoundCues { title: None, cues: Vec::new() };
    let mut section = String::new();
    let mut fields: Vec<String> =
        ["layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text"]
            .map(str::to_owned)
            .to_vec();
    for line in lines(text) {
        let trimmed = line.text.trim();
        if trimmed.starts_with('[') && trimmed.ends_with(']') {
            section = trimmed.to_ascii_lowercase();
            continue;
        }
        let Some((name, value)) = line.text.split_once(':') else { continue };
        let name = name.trim().to_ascii_lowercase();
        match (section.as_str(), name.as_str()) {
            ("[script info]", "title") => found.title = Some(value.trim().to_owned()),
            ("[events]", "format") => {
                fields = value.split(',').map(|field| field.trim().to_ascii_lowercase()).collect();
            }
            ("[events]", "dialogue") => found.cues.extend(dialogue(line, value, &fields)),
            _ => {}
        }
    }
    found
}

fn dialogue(line: Line<'_>, value: &str, fields: &[String]) -> Option<Cue> {
    let values: Vec<&str> = value.splitn(fields.len().max(1), ',').collect();
    let words = values.last().filter(|_| values.len() == fields.len())?;
    let field = |wanted: &str| {
        let at = fields.iter().position(|field| field == wanted)?;
        values.get(at).map(|value| value.trim())
    };
    let when = field("start")?;
    let duration_ms = milliseconds(field("end")?)?.saturating_sub(milliseconds(when)?);
    let end = line.start + line.text.len();
    Some(Cue { range: end - words.len()..end, duration_ms, when: when.to_owned() })
}
