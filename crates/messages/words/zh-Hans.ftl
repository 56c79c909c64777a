# 每条消息的值说明发生了什么，.hint 说明该怎么办。
# 提示里要输入的内容写成 COMMAND("…")、FLAG("…") 或 SETTING("…")，测试会逐一核对。

## 书库文件

not_a_library = “{ $path }”不是 Tsumugi 书库
    .hint = 请用 { FLAG("--library") } 指定其他文件；该文件未被改动
is_folder = “{ $path }”是文件夹，而书库是一个文件
    .hint = 请指定其中的文件，例如 `{ $path }/library.db`
newer_library = 书库“{ $path }”由更新版本的 Tsumugi 写入（格式为 { $found }，本程序支持到 { $known }）
    .hint = 请升级 Tsumugi，或用 { FLAG("--library") } 打开升级前的副本 `{ $path }.before-…`；未作任何改动
not_copied = 书库“{ $path }”需要升级格式，但无法在“{ $copy }”保存副本：{ $detail }
    .hint = 请腾出磁盘空间并确认文件夹可写，然后重试；未作任何改动
library_forbidden = 没有权限使用书库“{ $path }”
    .hint = 请检查文件及其文件夹的所有者，或用 { FLAG("--library") } 指定其他书库
library_read_only = 书库“{ $path }”只能读取，不能写入
    .hint = 请检查文件及其文件夹的权限
library_unreachable = 无法打开书库“{ $path }”：{ $detail }
    .hint = 请确认文件及其文件夹可写、磁盘已连接，或用 { FLAG("--library") } 指定其他文件
disk_full = 书库“{ $path }”所在的磁盘已满
    .hint = 请腾出空间后重试；此前保存的内容都在
library_damaged = 书库“{ $path }”已损坏：{ $detail }
    .hint = 请保留该文件的副本，并恢复备份
library_busy = 另一个程序正在写入书库“{ $path }”，一直没有结束
    .hint = 请等它结束或将其终止，然后重试
library_failed = 书库“{ $path }”出错：{ $detail }

## 书与内容

already_there = 该文件已在书库中：“{ $title }”（{ $book }）
    .hint = 请使用 `{ $book }`，或先移除再重新导入
earlier_edition = 该文件是“{ $title }”（{ $book }）的旧版
    .hint = 用 { FLAG("--revises") } 加 `{ $book }` 可退回旧版；要重新导入，请先移除该书
too_large = 书太大：{ $what }
no_such_book = 书库中没有“{ $text }”这本书
    .hint = { COMMAND("tsumugi books") } 列出所有书
ambiguous_book = “{ $text }”可能是以下任何一本：{ $candidates }
    .hint = 请使用编号
no_such_chapter = 书 `{ $book }` 中没有章节 `{ $chapter }`
no_such_paragraph = 书 `{ $book }` 中没有段落 `{ $paragraph }`
no_such_version = 段落 `{ $paragraph }` 没有版本 `{ $version }`
does_not_fit = 版本 `{ $version }` 是为旧版原文作的，标记与段落 `{ $paragraph }` 现在的原文不符
    .hint = 请用 { COMMAND("tsumugi edit") } 重新写译文
not_undoable = 改动 `{ $change }` 换上了书的新版，无法撤销
    .hint = 请用 { FLAG("--revises") } 导入旧文件；原来属于那些行的内容会随之恢复
revised_meanwhile = 书 `{ $book }` 刚被另一个程序换成了新版
    .hint = 请再做一次
no_such_series = 书库中没有系列 `{ $series }`
series_has_books = 系列“{ $name }”中还有 { $n_books } 本书
    .hint = 请先移除这些书
protected = 段落 `{ $paragraph }` 已锁定或是人写的文字，只有人才能更换显示的版本
settled_by_person = { $what } 已由人定下，只有人才能更改
edit_conflict = 段落 `{ $paragraph }` 刚被改动过
    .hint = 请先看现在的内容，再做一次
instructions_conflict = 说明刚被改动过
    .hint = 请先看现在的内容，再写一次

## 改动

no_such_change = 书库中没有改动 `{ $change }`
nothing_to_undo = 书 `{ $book }` 中没有可撤销的改动
not_own_change = 改动 `{ $change }` 不是您所做且仍有效的改动
    .hint = 这里只能撤销自己的改动
already_undone = 改动 `{ $change }` 已被 `{ $by }` 撤销
    .hint = 撤销 `{ $by }` 即可恢复

## 运行、任务与对话

no_such_run = 书库中没有运行 `{ $run }`
    .hint = { COMMAND("tsumugi runs") } 列出所有运行
no_such_chat = 书库中没有对话 `{ $chat }`
    .hint = { COMMAND("tsumugi chat BOOK --list") } 列出所有对话
no_such_task = 书库中没有任务 `{ $task }`
task_ended = 任务 `{ $task }` 已结束：`{ $outcome }`
not_assigned = 段落 `{ $paragraph }` 不属于任务 `{ $task }`
book_claimed = 书 `{ $book }` 正由 { $holder } 处理（运行 `{ $run }`）
    .hint = 请等待该运行结束或将其停止
claim_lost = 运行 `{ $run }` 对书 `{ $book }` 的占用已过期
    .hint = 请先重新占用该书再继续
no_price = 不知道“{ $model }”的价格，无法保证美元上限
    .hint = 用 { FLAG("--price INPUT,OUTPUT") } 给出价格（每百万词元的美元数），或用 { FLAG("--max-tokens") } 限制词元数
no_model = 没有可用的模型
    .hint = 请用 { FLAG("--model") } 指定
batches_lost = 无法保存这次运行的批次：{ $detail }
    .hint = 已提交的请求不会丢失；{ COMMAND("tsumugi resume") } 可继续
worker_lost = 程序的一部分意外中断：{ $detail }
    .hint = 请报告此问题；{ COMMAND("tsumugi resume") } 可从最后一步继续
is_survey = 运行 `{ $run }` 是一次通读
    .hint = { COMMAND("tsumugi resume RUN") } 可继续
unreadable_spec = 无法继续运行 `{ $run }`：{ $detail }
    .hint = 请开始新的运行；已接受的内容都在
task_not_restored = 任务 `{ $task }` 保存的状态无法使用：{ $detail }
    .hint = 请在新的运行中翻译这些段落
task_not_storable = 无法保存任务的状态：{ $detail }
    .hint = 请报告此问题，并注明模型名称

## 系列的资料

entry_taken = { $key } 已存在
    .hint = 请修改该条，或用新编号另建一条
entry_changed = { $key } 刚被改动过（您从第 { $based_on } 版开始，现在是第 { $present } 版）
    .hint = 请看现在的内容后再改一次
no_such_entry = 没有 { $key }
    .hint = 可能已被删除；{ COMMAND("tsumugi undo") } 可恢复
entry_duplicate = “{ $source_text }”已是同类术语（术语 { $existing }）
    .hint = 请改那一条
entry_settled = { $key } 已由人定为 { $standing }，只有人才能更改

## 模型与服务

model_authentication = “{ $service }”拒绝了密钥：{ $detail }
    .hint = 请检查密钥是否有效、是否可用于该模型
model_quota = “{ $service }”的账户余额不足：{ $detail }
    .hint = 请充值，或换一个模型
model_rate_limited = “{ $service }”暂时拒绝了请求：{ $detail }
    .hint = 请稍候，或为该模型设置 { SETTING("requests_per_minute") } 或 { SETTING("concurrency") }
model_context_too_long = 请求超出“{ $service }”上模型的长度：{ $detail }
    .hint = 请用更小的分块，或窗口更大的模型
model_refused = “{ $service }”上的模型拒绝回答：{ $detail }
    .hint = 这一段请换一个模型
model_rejected = “{ $service }”不接受该请求（状态 { $status }）：{ $detail }
    .hint = 请用 { COMMAND("tsumugi models test") } 检查模型名称和选项
model_truncated = “{ $service }”的回复被截断：{ $detail }
    .hint = 请为该模型设置更高的 { SETTING("max_output") }，或用更小的分块
model_malformed = 无法读取“{ $service }”的回复：{ $detail }
    .hint = 请用 { COMMAND("tsumugi models test") } 检查地址和协议
model_degenerate = “{ $service }”上的模型不断重复或停不下来：{ $detail }
    .hint = 请重试、用更小的分块，或换一个模型
model_network = 无法连接“{ $service }”：{ $detail }
    .hint = 请检查网络、地址和代理，以及本地服务是否已启动
model_not_running = { $name } 没有在 { $address } 运行
    .hint = { $how }
model_timeout = “{ $service }”未在时限内回复：{ $detail }
    .hint = 请重试，或为该模型设置更长的 { SETTING("first_token_timeout") } 或 { SETTING("timeout") }
model_server = “{ $service }”出错，状态 { $status }：{ $detail }
    .hint = 请稍后重试
model_program = 程序“{ $program }”失败：{ $detail }
    .hint = 请手动用一行文字运行它，看看出了什么问题
model_cancelled = 发往“{ $service }”的请求已取消
    .hint = 继续运行即可再次请求
model_budget = 预算不允许再发请求：{ $detail }
    .hint = 请提高上限，或稍后继续
