## 运行之前

estimate = 共 { $chapters }，{ $paragraphs }，分 { $chunks }，使用 `{ $model }`
    预计输入 { $least_in } 至 { $most_in } token，输出 { $least_out } 至 { $most_out } token，{ $money }
money_free = 免费
money_range = ${ $least } 至 ${ $most }
money_unknown = 价格未知
nothing_sent = 没有发送任何内容
nothing_to_fix = 检查没有发现模型可以修复的问题
nothing_stale = 没有过期的译文
all_translated = 所选范围已全部翻译
    .hint = { FLAG("--again") } 可重新翻译，{ COMMAND("tsumugi polish") } 可润色
no_translation_in_chapters = 所选章节还没有译文
in_target_language = “{ $title }”已是{ $language }（`{ $source }`）
translate_all_the_same = “{ $title }”已是{ $language }（`{ $source }`）。仍要译成 `{ $target }` 吗？
may_cost_begin = 这可能花费至多 ${ $most }。开始吗？
series_of_other_language = “{ $series }”的其他书译成 `{ $other }`；这本书会归入同名的 `{ $target }` 系列，不带它们的术语
make_language_edition = “{ $title }”已译成 `{ $present }`。要在旁边另建{ $language }版吗？
take_language_edition = 这是“{ $title }”的 `{ $present }` 版。改为处理它的{ $language }版吗？
language_edition_made = 已为“{ $title }”建立{ $language }版：{ $edition }
language_edition_taken = 使用“{ $title }”的{ $language }版：{ $edition }
other_language_edition = “{ $title }”（{ $book }）已译成 `{ $present }`；没有发送任何内容
    .hint = 加 { FLAG("--yes") } 即处理它的{ $language }版，没有时会先建立；这一本保持不变
book_of_series = 第 { $number } 本，共 { $n } 本：{ $title }（{ $book }）

## 运行之中

dictionary_used = 词典：`{ $name }`，{ $n } 个词条
reused = { $n } 段取自以前的译文
mended = { $n } 段不用模型即已修复
run_started = 运行 { $run }：{ $n } 段
run_started_with_open = 运行 { $run }：{ $n } 段，其中 { $open } 段以前已开始
chunk_started = 第 { $chapter } 章：{ $n } 段，使用 { $model }
now_chunk = 当前：第 { $chapter } 章，{ $n } 段，使用 { $model }
remedied = 第 { $chapter } 章：{ $n } 段：{ $why }；{ $remedy }
remedy_split = 改用更小的分块
remedy_fallback = 改用 { $model }
remedy_other_form = 改用 `--delivery { $form }`
remedy_later = 最后再试
remedy_narrow = 等待进行中的请求
remedy_leave = 保持原样
remedy_stop = 运行停止
waiting = { $why }；{ $seconds } 秒后重试
delivery_changed = { $model } 用{ $from ->
        [tools] 工具调用
        [structured] JSON 对象
       *[lines] 编号行
    }没有交出结果（{ $why }）；从现在起要求它用{ $to ->
        [tools] 工具调用
        [structured] JSON 对象
       *[lines] 编号行
    }
review_failed = 第 { $chapter } 章：检查发现的问题未能复核：{ $why }；译文保持已接受的样子
batch_submitted = 已批量提交 { $n } 个请求；最长一天内答复。可随时停止：{ COMMAND("tsumugi resume") } 会取回结果
batch_found = 正在等待 { $n } 个请求的批次，提交于 { $time }前
batch_ended = 批次已返回：{ $n } 个请求中有 { $answered } 个得到答复
time_short = 不到一分钟
time_minutes = { $minutes } 分钟
time_hours = { $hours } 小时 { $minutes } 分钟
speed = 每分钟 { $n } 段
time_left = 剩余 { $time }
tokens_so_far = 输入 { $in } token（缓存 { $cached }），输出 { $out } token
retries = 重试 { $n } 次
silence = { $seconds } 秒没有新内容
stopping_run = 正在停止；已接受的内容都在（再按 Ctrl-C 立即退出）
progress_import = 正在读取
progress_save = 正在保存
progress_compare = 正在比较
progress_write = 正在写出

## 运行结束

sum_accepted = 已接受 { $n } 段
sum_reused = { $n } 段取自以前的译文
sum_suggested = { $n } 段作为建议等待处理
sum_kept = { $n } 段保留原样
sum_tokens = 输入 { $in } token，输出 { $out } token
not_reached = { $n } 段没有处理到
paragraphs_remain = 还有 { $n } 段未完成
    .hint = { COMMAND("tsumugi resume RUN", $run) } 可继续，也可用 { FLAG("--model") } 换个模型
paused_by_output = 已暂停，以免花费超过预计上限 ${ $said } 的两倍：第 { $chapter } 章的回复远比原文长
paused_by_retries = 已暂停，以免花费超过预计上限 ${ $said } 的两倍：第 { $chapter } 章的请求远多于计划
paused_by_output_tokens = 已暂停，以免用量超过预计上限 { $said } token 的两倍：第 { $chapter } 章的回复远比原文长
paused_by_retries_tokens = 已暂停，以免用量超过预计上限 { $said } token 的两倍：第 { $chapter } 章的请求远多于计划
stopped_at_limit = 已到上限并停止；书可以照现在的样子导出
stopped_at_monthly_budget = 已到{ $of ->
        [person] 发起人的
        [book] 本书的
       *[library] 书库的
    }本月预算并停止：${ $limit } 中已花 ${ $spent }，运行中的任务预留 ${ $held }；书可以照现状导出
    .hint = { $of ->
        [person] { COMMAND("tsumugi budget set USD --person LOGIN", $more, $name) }
        [book] { COMMAND("tsumugi budget set USD --book BOOK", $more, $name) }
       *[library] { COMMAND("tsumugi budget set USD", $more) }
    } 可提高预算；之后或下个月，{ COMMAND("tsumugi resume RUN", $run) } 可继续
budget_set = { $of }的本月预算：${ $limit }，已花 ${ $spent }
budget_removed = { $of }不再有预算限制
no_budgets = 没有设置每月预算
    .hint = { COMMAND("tsumugi budget set USD", $example) } 为整个书库设置预算
budget_of_library = 书库
budget_of_person = { $name }
budget_of_book = 《{ $name }》
nobody_logged_in = （无人登录）
removed_book = （已删除的书）
rest_may_cost = 余下的部分可能花费至多 ${ $most }
    .hint = { COMMAND("tsumugi resume RUN --max-cost USD", $run, $limit) } 可完成它
rest_may_take = 余下的部分可能需要至多 { $most } token
    .hint = { COMMAND("tsumugi resume RUN --max-tokens N", $run, $limit) } 可完成它
run_interrupted = 已中断；已接受的内容都在
    .hint = { COMMAND("tsumugi resume RUN", $run) } 可继续
run_stopped_alike = 运行已停止：其余部分也会同样失败
run_stopped = 运行已停止：{ $why }
model_incapable = 这个模型做不了这样的工作；{ COMMAND("tsumugi models test") } 可看出它能用哪种形式，{ FLAG("--delivery lines") } 要求最低，也可换更大的模型
goes_on = { COMMAND("tsumugi resume RUN", $run) } 可继续
left_for_reason = { $n } 段：{ $why }
left_in_chapter = {"  "}第 { $chapter } 章：{ $paragraphs }
left_more = {"  "}还有 { $n } 段；{ COMMAND("tsumugi status RUN", $run) } 可列出全部
check_by_name = { $failure }（{ $name }）
run_finished_already = “{ $title }”的上一次运行（{ $run }）已完成；没有可继续的
batches_not_taken = `{ $model }` 不接受批量请求；改为直接请求

## 预读

nothing_stands_out = 所选章节中没有突出的词
nothing_to_read = 所选章节没有可读的内容
survey_estimate = 有 { $words } 个突出的词；{ $chapters } 章分 { $pieces } 份预读，使用 `{ $model }`
    预计输入 { $least_in } 至 { $most_in } token，输出 { $least_out } 至 { $most_out } token，{ $money }
look_through_proposals = 现在查看提议吗？
stopping_survey = 已发送的请求返回后停止（再按 Ctrl-C 立即退出）
survey_began = 运行 { $run }
survey_began_again = 运行 { $run }：{ $n } 份中有 { $read } 份以前已读
survey_read = 第 { $chapter } 章：{ $terms } 个术语，{ $characters } 个人物；略去 { $dropped } 条没有依据的说法
survey_piece_failed = 第 { $chapter } 章起的一份没有读成：{ $why }
survey_sum = { $n } 份中读了 { $read } 份：新术语 { $terms } 个，新人物 { $characters } 个，摘要 { $summaries } 篇 · 输入 { $in } token，输出 { $out } token · { $money }
survey_left_out = { $dropped } 条说法在文中没有依据，{ $refused } 条不是名字或术语；已略去
survey_conflicts = 有 { $n } 处矛盾等你决定；在此之前两边都不使用
survey_review_next = { COMMAND("tsumugi survey BOOK --review", $book) } 可逐条决定
survey_unread = 有 { $n } 份没有读成
    .hint = { COMMAND("tsumugi resume RUN", $run) } 可继续
survey_at_budget = 已到上限并停止
    .hint = { COMMAND("tsumugi resume RUN", $run) } 加上更高的上限可继续
survey_interrupted = 已中断；读过的内容都在
    .hint = { COMMAND("tsumugi resume RUN", $run) } 可继续
survey_stopped = 预读已停止：{ $why }
no_proposals = 没有待定的提议
review_keys = a 接受 · e 译文 改用这个译文并接受 · g f|m|n 以此性别接受 · r 拒绝 · m 词 并入该术语或人物 · s 跳过 · q 停止 · ? 帮助
no_term_or_character = 没有术语或人物“{ $word }”
proposal_quote = {"    "}第 { $chapter } 章 { $paragraph }：{ $text }
proposal_term = { $source } = { $translation }（{ $kind }，出现 { $n } 次）
proposal_character = { $source } = { $translation }（人物，出现 { $n } 次）
proposal_also = {"  "}别名：{ $names }
proposal_gender = {"  "}性别：{ $gender }
proposal_gender_unclear = {"  "}性别：有矛盾（用 `g f`、`g m` 或 `g n` 决定）
proposal_voice = {"  "}语气：{ $voice }
sign = { $word ->
        [katakana] 片假名
        [capital] 大写
        [honorific] 敬称
        [brackets] 括号
        [ruby] 注音
        [frequency] 频率
       *[other] { $word }
    }

## 对话

chat_leave = （空行退出）
chat_stopped = 已停止；说过的内容都在
    .hint = { FLAG("--session ID", $chat) } 可继续
chat_at_budget = 已到上限并停止；说过的内容都在
    .hint = { FLAG("--session ID", $chat) } 加上更高的上限可继续
chat_too_many_steps = 模型不断调用工具，没有给出回答
    .hint = 请一次少要求一些
no_chats = 还没有关于本书的对话
chat_again = 重试：{ $why }
chat_suggested = 已作为建议放在你的译文旁；{ COMMAND("tsumugi suggestions BOOK", $book) } 可查看
chat_changed = 已改动；{ COMMAND("tsumugi undo BOOK --change ID", $book, $change) } 可撤销
chat_compacted = 这段对话较早的部分从现在起以摘要形式读取
nobody_agrees = 没有改动：没有人可以同意
    .hint = { FLAG("--yes") } 可事先同意
change_places = { $tool }：改动 { $n } 处？

## 模型

settings_written = `{ $name }` 已写入 `{ $path }`
key_kept = 密钥保存在 `{ $path }`，只有你能读取
key_kept_in_keyring = 密钥保存在系统的钥匙串中
no_key_kept = 没有保存密钥；也可用环境变量 `{ $variable }`
model_is_default = 不指定 { FLAG("--model") } 时使用 `{ $name }`
model_test_next = { COMMAND("tsumugi models test NAME", $name) } 可试用
key_prompt = { $variable } 的密钥（不显示，留空表示没有）：
nothing_learnt = 没有记下什么
forgotten = 已忘记：{ $n } 个模型
learned_fact = {"  "}{ $what ->
        [left_out] 省略的参数{ "  " }
        [quirks] 特殊处理{ "    " }
        [dialect] 接口协议{ "    " }
        [delivery] 交付形式{ "    " }
        [window] 窗口{ "        " }
       *[tools] 工具{ "        " }
    }{ $value }
reads_times = 工作所需最少量的 { $times } 倍
tools_in_text = 写在文字里
no_model_called = 没有名为“{ $filter }”的服务或模型
    .hint = { COMMAND("tsumugi models list") } 列出全部；服务可用它有的任何模型，写成 `service/MODEL`
models_default_none = 无；{ COMMAND("tsumugi models add NAME --default") } 可设置
models_list_foot = `…` 表示该服务的任何模型
    默认：{ $default }
    始终可用：`{ $rehearsal }`（试运行），以及 `command:PROGRAM ARGS`（用程序翻译）
prices_taken = 已取用 { $n } 个模型的价格，日期 { $date }
model_removed = 已移除 `{ $name }`
nothing_set = 没有设置
test_cut_off = 还没有调用工具，回复就被截断
    .hint = 请用 { COMMAND("tsumugi models set") } 调低 { SETTING("thinking") } 后再试
test_no_form = 模型用任何形式都没有交回三个段落
    .hint = 请换更大的模型
test_no_form_said = 模型用任何形式都没有交回三个段落；它说：“{ $text }”
    .hint = 请换更大的模型
test_tool_calls = 工具调用
test_several_at_once = 一次多个调用
test_delivery = 交付形式
test_none_works = 都不行
test_n_of_three = 3 段中的 { $n } 段
test_streaming = 流式输出
test_thinking = 思考
test_json = 按模式输出 JSON
test_window = 窗口
test_told = 服务所述
test_speed = 速度
test_speed_value = 每秒 { $n } token
test_price = 价格
test_price_value = 每百万 token：输入 ${ $in }，输出 ${ $out }
test_usage = 用量
test_usage_value = 输入 { $in }（缓存 { $cached }），输出 { $out }
test_time = 用时
test_time_value = 首字 { $first } 毫秒，共 { $all } 毫秒
test_this_request = 本次请求
test_unknown = 未知
test_sentence = 句子
test_answer = 回答

## 服务器

stopping_server = 正在停止；运行可以继续（再按 Ctrl-C 立即退出）
first_owner_link = 还没有成员：一天之内首先打开此链接的人成为所有者
token_not_kept = { $why }
    .hint = 下面的令牌在服务器停止前有效
readable_on_the_way = 发往这个地址的内容可能在途中被读到
    .hint = 请在前面加上 TLS，例如 `caddy reverse-proxy --from books.example.org --to 127.0.0.1:7878`，并保持 { FLAG("--bind") } 不变
ctrl_c_stops = 按 Ctrl-C 停止
worker_needs_database = 工作进程需要 PostgreSQL 中的书库，而 { $path } 是文件
    .hint = { COMMAND("tsumugi library move FROM TO") } 把它移入数据库；不加 { FLAG("--workers") } 时服务器自己执行运行
worker_not_shown = 无法让 { $path } 的书库看到这个工作进程在运行
    .hint = 检查数据库是否还能接受连接，然后重新启动工作进程
worker_ready = 等待运行（Ctrl-C 会把已取的放回）
worker_took = { $run }：已取出
worker_ended = { $run }：{ $ending }
worker_put_back = { $run }：已放回队列
worker_lost_run = { $run }：由另一个工作进程继续
worker_failed = { $run }：已停止：{ $why }
worker_draining = 正在退出：等待已发出的请求，然后放回运行（再按 Ctrl-C 立即退出）
run_crashed_workers = 连续 { $n } 个工作进程在执行这个运行时终止，而且没有进展
    .hint = 查看它们的日志；然后用 { COMMAND("tsumugi resume RUN", $run) } 继续
test_own_prompt = 专用提示词
delivery_prompt = { $form }，提示词 { $prompt }
delivery_set = { $form }，已设定
delivery_learnt = { $form }，已学习
delivery_learnt_why = { $form }，已学习：{ $why }
col_delivery = 交付形式
reading_prompt = 正在读取提示词…… { $percent } %
