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
