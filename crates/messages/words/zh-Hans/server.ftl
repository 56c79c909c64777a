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
strangers_body = 尚未登录，而这个请求的内容过长
    .hint = 请先登录
too_many_bodies = 您有太多内容较大的请求正在处理
    .hint = 请等其中一些得到答复
too_many_streams = 您打开的实时连接太多
    .hint = 请关闭不需要的页面
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

## 发给团队成员的邮件

no_mail_server = 设置里没有邮件服务器
    .hint = 请在 `config.toml` 的 `mail` 表里写上
not_a_mail_host = “{ $host }”不是邮件服务器的名字
    .hint = 请在设置的 `mail` 表里用 `host` 写出名字，例如 `mail.example.org`
mail_in_the_clear = 发往“{ $host }”的邮件在途中可能被人读到
    .hint = 请从设置的 `mail` 表里去掉 `tls`，或写 `tls = "implicit"`；`none` 只能用于 `localhost`
not_a_mail_sender = “{ $text }”不能作为发件地址
    .hint = 请在设置的 `mail` 表里写 `from = "Tsumugi <books@example.org>"`
no_mail_password = 邮件服务器上的“{ $user }”没有密码
    .hint = 请设置变量 `{ $variable }`，或在设置的 `mail` 表里用 `password_file` 指明文件
mail_needs_public_url = 邮件里要有网页的地址，而这个地址还不知道
    .hint = 请用 { FLAG("--public-url") } 指定
not_a_mail_address = 这不是邮件地址
    .hint = 请写成 `name@example.org` 这样
mail_not_taken = 邮件服务器 { $server } 没有收下邮件：{ $detail }
    .hint = 请检查设置的 `mail` 表
mail_test_sent = 邮件服务器已收下发给 { $address } 的邮件
mail_test_subject = Tsumugi：邮件可用
mail_test_text = 这封邮件用来检查通知能否送达。能送达。
mail_subject = Tsumugi：{ $n } 条通知
mail_greeting = { $name }，你好，以下是新的通知：
mail_chapter = 《{ $book }》第 { $chapter } 章
mail_former_member = 前成员
mail_notice = { $kind ->
        [mentioned] { $name } 提到了你
        [commented] { $name } 发表了评论
        [resolved] { $name } 解决了你的评论
        [assigned] { $name } 给你分配了一章
        [unassigned] { $name } 取消了给你的分工
        [returned] { $name } 把一章退回给你
        [done] { $name } 完成了一章
        [approved] { $name } 批准了你的 { $n } 段译文
        [needs_work] { $name } 把你的 { $n } 段译文标为需要修改
        [accepted] { $name } 采纳了你的 { $n } 条建议
        [changed] { $name } 修改了你的 { $n } 段译文
       *[due] 你有一章的截止日期是 { $text }
    }
mail_more = 另有 { $n } 条。
mail_all_notices = 全部通知：
mail_why = 你选择了接收邮件，所以收到这封信。要更改频率，请到你的账户：
mail_unsubscribe = 不想再收到这类邮件：
mail_confirm_subject = Tsumugi：请确认这个邮件地址
mail_confirm_text = 有人想用这个地址接收 { $page } 的通知。如果是你，请在 { $hours } 小时内打开这个链接：
mail_confirm_ignore = 如果不是你，请不必理会。没有你的同意，通知不会寄到这里。
too_many_confirmations = 今天发送链接的次数太多了
    .hint = 请在邮箱里找一找（包括垃圾邮件），或者明天再试
confirmation_not_mailed = 链接没能寄出：{ $detail }
    .hint = 请检查地址，或者问问所有者邮件是否可用
no_mail_to_confirm = 你没有等待确认的地址
    .hint = 请先选择地址和接收邮件的频率

## 邮件里的链接打开的页面

mail_page_home = 回到书库
confirm_page_title = 确认邮件地址
confirm_page_ask = 通知将寄到你收到这个链接的地址。
confirm_page_button = 确认这个地址
confirm_page_done = 地址已确认。今后通知会寄到这里。
confirm_page_spent = 这个链接已失效：它已经用过，或者已经过期，或者之后换了别的地址。你的账户里可以看到地址是否已确认，也可以再寄一个链接。
unsubscribe_page_title = 不再接收邮件
unsubscribe_page_ask = 要停止用邮件接收通知吗？在书库里仍然能看到通知。
unsubscribe_page_button = 不再接收邮件
unsubscribe_page_done = 不会再给你寄通知了。如果改变主意，可以在账户里重新选择。
unsubscribe_page_spent = 这个链接已失效：现在没有通知寄到你收到它的地址。
