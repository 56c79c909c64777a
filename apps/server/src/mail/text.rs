//! What mails say. A mail of notices has one line for each, where it leads, and how to get no more of them.

use super::html::escaped;
use super::{LINKS, Letter};
use messages::{Language, Message};
use store::mail::Digest;
use store::notices::{NoticeKind, NoticeRecord};

/// A quotation is cut after this many characters; the page has all of it.
const LONGEST_TEXT: usize = 500;

/// What one notice says.
struct Line {
    says: String,
    place: String,
    /// A member's own words.
    quote: Option<String>,
    link: String,
}

/// Where a member chooses how often mail comes.
fn account(page: &str) -> String {
    format!("{page}/#/settings/account")
}

/// What ends mails to an address.
pub(super) fn unsubscribe(page: &str, token: &str) -> String {
    format!("{page}{LINKS}unsubscribe/{token}")
}

/// The mail with the link that confirms an address. Nothing in it was typed by a member: it may go to a stranger.
pub(super) fn confirmation(page: &str, secret: &str, hours: u32, language: Language) -> Letter {
    let words = |message: &Message| messages::render(message, language).text;
    let text = words(&Message::new("mail_confirm_text").with("page", page).count("hours", hours));
    let ignore = words(&Message::new("mail_confirm_ignore"));
    let link = format!("{page}{LINKS}confirm/{secret}");
    Letter {
        subject: words(&Message::new("mail_confirm_subject")),
        html: format!(
            "<p>{}</p>\n<p><a href=\"{link}\">{link}</a></p>\n<p>{}</p>\n",
            escaped(&text),
            escaped(&ignore)
        ),
        plain: format!("{text}\r\n\r\n{link}\r\n\r\n{ignore}\r\n"),
    }
}

/// The mail for a member. `page` is the address of the page outside, without a slash at its end.
pub(super) fn letter(digest: &Digest, page: &str) -> Letter {
    let language = Language::of_tag(&digest.language);
    let words = |message: &Message| messages::render(message, language).text;
    let n_notices = digest.notices.len() + usize::try_from(digest.n_more).unwrap_or_default();
    let lines: Vec<Line> = digest.notices.iter().map(|notice| line(notice, page, language)).collect();
    let greeting = words(&Message::new("mail_greeting").with("name", &digest.name));
    let more = (digest.n_more > 0).then(|| words(&Message::new("mail_more").count("n", digest.n_more)));
    let all = words(&Message::new("mail_all_notices"));
    let [why, no_more] = ["mail_why", "mail_unsubscribe"].map(|code| words(&Message::new(code)));
    let (notices, account) = (format!("{page}/#/notices"), account(page));
    let unsubscribe = unsubscribe(page, &digest.unsubscribe);

    let mut plain = vec![greeting.clone(), String::new()];
    let mut html = vec![format!("<p>{}</p>\n<ul>\n", escaped(&greeting))];
    for line in &lines {
        plain.push(format!("- {} ({})", line.says, line.place));
        plain.extend(
            line.quote.as_deref().into_iter().flat_map(str::lines).map(|quote| format!("  > {quote}")),
        );
        plain.push(format!("  {}", line.link));
        let quote = line.quote.as_deref().map(|quote| format!("<blockquote>{}</blockquote>", escaped(quote)));
        html.extend([
            format!("<li><a href=\"{}\">{}</a>", escaped(&line.link), escaped(&line.says)),
            format!(" ({}){}</li>\n", escaped(&line.place), quote.unwrap_or_default()),
        ]);
    }
    html.push(String::from("</ul>\n"));
    if let Some(more) = &more {
        plain.push(more.clone());
        html.push(format!("<p>{}</p>\n", escaped(more)));
    }
    plain.extend([String::new(), format!("{all} {notices}"), String::new(), "-- ".to_owned()]);
    plain.extend([format!("{why} {account}"), format!("{no_more} {unsubscribe}")]);
    html.push(format!("<p>{} <a href=\"{notices}\">{notices}</a></p>\n", escaped(&all)));
    html.push(format!("<p><small>{} <a href=\"{account}\">{account}</a><br>\n", escaped(&why)));
    html.push(format!("{} <a href=\"{unsubscribe}\">{unsubscribe}</a></small></p>\n", escaped(&no_more)));
    Letter {
        subject: words(&Message::new("mail_subject").count("n", n_notices)),
        plain: plain.join("\r\n") + "\r\n",
        html: html.concat(),
    }
}

fn line(notice: &NoticeRecord, page: &str, language: Language) -> Line {
    let words = |message: &Message| messages::render(message, language).text;
    let name = notice
        .by
        .as_ref()
        .map(|by| by.name.clone().unwrap_or_else(|| words(&Message::new("mail_former_member"))));
    let says = Message::new("mail_notice")
        .with("kind", notice.kind.as_str())
        .with("name", name.unwrap_or_default())
        .with("text", &notice.text)
        .count("n", notice.n);
    let place = match notice.chapter_number {
        Some(chapter) => {
            let place = Message::new("mail_chapter").with("book", &notice.book_title);
            words(&place.count("chapter", chapter))
        }
        None => notice.book_title.clone(),
    };
    // The day of a reminder stands in its line.
    let is_quoted = !notice.text.trim().is_empty() && notice.kind != NoticeKind::Due;
    Line { says: words(&says), place, quote: is_quoted.then(|| cut(&notice.text)), link: link(notice, page) }
}

/// The address on the page that a notice is about.
fn link(notice: &NoticeRecord, page: &str) -> String {
    let book = format!("{page}/#/books/{}", notice.book);
    let Some(chapter) = notice.chapter.filter(|_| notice.chapter_number.is_some()) else { return book };
    match notice.paragraph {
        Some(paragraph) => format!("{book}/chapters/{chapter}?p={paragraph}"),
        None => format!("{book}/chapters/{chapter}"),
    }
}

fn cut(text: &str) -> String {
    let mut cut: String = text.trim().chars().take(LONGEST_TEXT).collect();
    if cut.len() < text.trim().len() {
        cut.push('…');
    }
    cut
}
