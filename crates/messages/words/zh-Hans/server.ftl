## 服务器

token_needed = 其他机器可以访问 `{ $address }`，所以需要令牌
    .hint = 请去掉 { FLAG("--no-token") }，或仍用 { FLAG("--bind 127.0.0.1") }
cannot_listen = 无法在 `{ $address }` 监听：{ $detail }
    .hint = 请用 { FLAG("--port") } 换一个端口
mcp_not_begun = 另一个程序没有按协议开始：{ $detail }
    .hint = { COMMAND("tsumugi mcp") } 由支持 MCP 的程序启动，不是手动运行的
mcp_broken = 连接中断：{ $detail }
because = { $what }：{ $why }
programs_not_from_page = 只能从命令行启动程序
    .hint = { COMMAND("tsumugi translate --model") } 加上 `"command:…"` 可启动程序
no_key_text = 这不可能是密钥
    .hint = 请重新复制
oidc_needs_public_url = 登录服务要把人送回网页的地址，而这个地址还不知道
    .hint = 请用 { FLAG("--public-url") } 指定
oidc_issuer_not_safe = “{ $issuer }”不是登录服务的地址
    .hint = 请写以 `https://` 开头的地址
oidc_role_unknown = 组“{ $group }”的角色“{ $role }”不存在
    .hint = 请写 `owner`、`editor`、`translator` 或 `reader`
oidc_without_roles = 登录服务的组都没有角色，没有人能用它登录
    .hint = 请在设置的 `oidc.roles` 表里写出组和它们的角色
not_a_network = “{ $text }”既不是地址也不是网段
    .hint = 请写成 `127.0.0.1` 或 `10.0.0.0/8`
not_a_public_url = 网页不能使用地址“{ $text }”
    .hint = 只写协议和主机，例如 `https://books.example.org`
