## The server

token_needed = `{ $address }` can be reached from other machines, so a token is needed
    .hint = leave { FLAG("--no-token") } out, or stay with { FLAG("--bind 127.0.0.1") }
cannot_listen = cannot listen at `{ $address }`: { $detail }
    .hint = choose another with { FLAG("--port") }
mcp_not_begun = the other program did not begin as the protocol asks: { $detail }
    .hint = { COMMAND("tsumugi mcp") } is started by a program that speaks MCP, not by hand
mcp_broken = the connection broke: { $detail }
because = { $what }: { $why }
programs_not_from_page = programs are only started from the command line
    .hint = { COMMAND("tsumugi translate --model") } with `"command:…"` starts one
strangers_body = nobody is logged in, and this is too much to read from a stranger
    .hint = log in first
too_many_bodies = too many large requests of yours are under way
    .hint = wait until some of them are answered
too_many_streams = too many live streams of yours are open
    .hint = close pages that are not needed
no_key_text = this cannot be a key
    .hint = copy it again
oidc_needs_public_url = a login service sends people back to the address of the page, which is not known
    .hint = name it with { FLAG("--public-url") }
oidc_issuer_not_safe = `{ $issuer }` is not the address of a login service
    .hint = write it with `https://`
oidc_role_unknown = `{ $role }`, the role of the group `{ $group }`, is no role
    .hint = write `owner`, `editor`, `translator` or `reader`
oidc_without_roles = no group of the login service has a role, so nobody could log in with it
    .hint = name groups and their roles in the table `oidc.roles` of the settings
not_a_network = `{ $text }` is neither an address nor a network
    .hint = write `127.0.0.1` or `10.0.0.0/8`
not_a_public_url = `{ $text }` is not an address the page can have
    .hint = write scheme and host only, for example `https://books.example.org`

## Mail to members of a team

no_mail_server = the settings name no mail server
    .hint = name one in the table `mail` of `config.toml`
not_a_mail_host = `{ $host }` is not the name of a mail server
    .hint = write a name such as `mail.example.org` as `host` in the table `mail` of the settings
mail_in_the_clear = mail to `{ $host }` could be read on its way
    .hint = leave `tls` out of the table `mail` of the settings, or write `tls = "implicit"`; `none` is for `localhost` only
not_a_mail_sender = `{ $text }` is no address that mail can come from
    .hint = write `from = "Tsumugi <books@example.org>"` in the table `mail` of the settings
no_mail_password = there is no password for `{ $user }` at the mail server
    .hint = set the variable `{ $variable }`, or name its file as `password_file` in the table `mail` of the settings
mail_needs_public_url = mails lead to the page, whose address outside is not known
    .hint = name it with { FLAG("--public-url") }
not_a_mail_address = this is no mail address
    .hint = write it as in `name@example.org`
mail_not_taken = the mail server { $server } did not take the mail: { $detail }
    .hint = look at the table `mail` of the settings
mail_test_sent = the mail server has taken a mail to { $address }
mail_test_subject = Tsumugi: mail works
mail_test_text = This mail was sent to see whether notices would arrive. They would.
mail_subject = Tsumugi: { $n ->
        [one] 1 notice
       *[other] { $n } notices
    }
mail_greeting = Hello { $name }, this is new for you:
mail_chapter = { $book }, chapter { $chapter }
mail_former_member = A former member
mail_notice = { $kind ->
        [mentioned] { $name } mentioned you
        [commented] { $name } commented
        [resolved] { $name } resolved your comment
        [assigned] { $name } assigned a chapter to you
        [unassigned] { $name } took an assignment of yours away
        [returned] { $name } returned a chapter to you
        [done] { $name } is done with a chapter
        [approved] { $name } approved paragraphs of yours: { $n }
        [needs_work] { $name } marked paragraphs of yours as needing work: { $n }
        [accepted] { $name } accepted suggestions of yours: { $n }
        [changed] { $name } changed paragraphs of yours: { $n }
       *[due] A chapter of yours is due on { $text }
    }
mail_more = And { $n } more.
mail_all_notices = All notices:
mail_why = You get this mail because you chose so. Choose how often in your account:
mail_unsubscribe = To get no more of these mails:
mail_confirm_subject = Tsumugi: confirm this mail address
mail_confirm_text = Somebody wants to get the notices of { $page } at this address. If it was you, open this link within { $hours } hours:
mail_confirm_ignore = If it was not you, do nothing. No notices are sent here without your word.
too_many_confirmations = the link was mailed too often today
    .hint = look for it in your mailbox, also among the spam, or try again tomorrow
confirmation_not_mailed = the link could not be mailed: { $detail }
    .hint = check the address, or ask an owner whether mail works
no_mail_to_confirm = no address of yours waits to be confirmed
    .hint = choose an address and how often mail comes

## Pages that the links in mails lead to

mail_page_home = To the library
confirm_page_title = Confirm a mail address
confirm_page_ask = Notices will be mailed to the address at which you got this link.
confirm_page_button = Confirm the address
confirm_page_done = The address is confirmed. Notices are mailed to it from now on.
confirm_page_spent = This link is not valid any more. It was used already, or it was too old, or another address was chosen since. Your account tells whether your address is confirmed, and mails you another link.
unsubscribe_page_title = No more mail
unsubscribe_page_ask = Do you want to get no more notices by mail? You still find them in the library.
unsubscribe_page_button = No more mail
unsubscribe_page_done = No more notices are mailed to you. If you change your mind, choose so in your account.
unsubscribe_page_spent = This link is not valid any more: no notices are mailed to the address at which you got it.
