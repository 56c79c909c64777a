## 导入与版本

already_in_library = 书库中已有“{ $title }”（{ $book }）；接着使用它
imported_book = { $book }  { $title }  （{ $chapters }，{ $paragraphs }待译）
folder_grown = “{ $title }”（{ $book }）来自该文件夹；新文件已加入
imported_next = { COMMAND("tsumugi show BOOK", $book) } 列出章节，{ COMMAND("tsumugi translate BOOK --to LANG", $book) } 开始翻译
found_encoding = 编码：{ $name }（{ $how ->
        [told] 由你指定
        [declared] 文件自称
       *[detected] 自动判断；可用 { FLAG("--encoding") } 指定
    }）
found_language = 语言：{ $language }（{ $tag }）
lines_joined = 行：是手工折行，已合并成段；{ FLAG("--wrapped no") } 可改为不合并
lines_kept = 行：每行一段；{ FLAG("--wrapped yes") } 可改为合并
more_findings = 还有 { $n } 处类似情况；{ FLAG("--json") } 可列出全部
outline = 章节：{ $chapters } { $titles }
made_of_this_file = “{ $title }”就是由这个文件而来；没有改动
read_so_already = “{ $title }”已按这种方式读取；没有改动
newer_edition = 书库中已有“{ $title }”（{ $book }）。这是要替换它的新版本吗？
same_title_there = 已有同名同作者的书（{ $book }）
    .hint = 如果这是它的新版本，请移除新书，再用 { COMMAND("tsumugi import FILE --revises BOOK", $file, $book) } 保留译文
edition_taken = { $book }  { $title }  第 { $edition } 版：{ $counts }
edition_kept = { $n } 段未变
edition_moved = { $n } 段移动
edition_changed = { $n } 段改动
edition_split = { $n } 段拆分
edition_joined = { $n } 段合并
edition_new = { $n } 段新增
edition_removed = { $n } 段删除
edition_new_chapters = 新增 { $n } 章
edition_removed_chapters = 删除 { $n } 章
stale_translations = 过期的译文：{ $n } 段；{ COMMAND("tsumugi stale BOOK", $book) } 可列出
set_aside = 与原文不再对应的译文：{ $n } 段；仍在历史中
translate_new = { COMMAND("tsumugi translate BOOK", $book) } 翻译新增和过期的部分
pairs_written = { $n } 段及其译文
file_result = { $file }：{ $what }
pairs_taken = { $pairs } 对，译出 { $n } 段
pairs_translated_before = { $n } 段已有译文
pairs_unfit = { $n } 段标记不同

## 导出

stale_waiting = 有新译文作为建议等待的旧译文：{ $n }
    .hint = 用 { COMMAND("tsumugi suggestions BOOK", $book) } 决定取舍
export_stale = 来自旧版本或其他语言的译文：{ $n } 段
    .hint = { COMMAND("tsumugi stale BOOK", $book) } 可列出，{ COMMAND("tsumugi translate BOOK --stale", $book) } 可重新翻译
accounted_for = { $n } 段中有 { $accounted } 段核对无误（已译 { $translated }，保留 { $kept }，未译 { $untranslated }）{ $rehearsal ->
        [yes] ；试运行：文字只是占位
       *[no] {""}
    }
changed_after_export = 文件在导出之后被改动过；{ COMMAND("tsumugi export") } 可重新写出
original_not_read_whole = 原文件在这些位置的标记已损坏，文字有两种读法；请自行查看这些位置
violation = { $fault ->
        [missing] 缺失
        [altered] 被改动
        [moved] 位置不对
        [repeated] 重复
        [unexpected] 多出
        [resource_missing] 文件缺失
        [resource_altered] 文件被改动
        [link_broken] 链接失效
        [unaccounted] 字数不符
        [unread] 未读取
        [contents_changed] 目录有变化
       *[unreadable] 无法读取
    }：应为“{ $expected }”，实为“{ $found }”
violation_of_paragraph = 段落 { $paragraph } { $what }

## 状态与书

status_run = 运行 { $run } · { $kind } · { $ending }
status_book = 书：{ $title }（{ $book }），{ $n } 段中已译 { $translated } 段
status_nothing_yet = 还没有结果
status_counts = 本次运行：{ $counts }；{ $n } 块中完成 { $ended } 块
status_batch = 批次：{ $requests }，{ $time }前提交给 { $service }，尚未答复
status_limit = 上限：{ $limit }
limit_tokens = { $n } token
status_next = 下一步：{ $next }
next_at_work = 正在进行；再用 { COMMAND("tsumugi status") } 查看进度
next_translate = { COMMAND("tsumugi translate BOOK", $book) } 翻译余下的 { $paragraphs }
next_write = { COMMAND("tsumugi resume") } 写出 `{ $file }`
next_export = { COMMAND("tsumugi export BOOK", $book) } 写出书，{ COMMAND("tsumugi check BOOK", $book) } 检查译文
next_raise_limit = { COMMAND("tsumugi resume RUN", $run) } 加上更高的 { FLAG("--max-cost") } 或 { FLAG("--max-tokens") } 可继续
next_try_again = { COMMAND("tsumugi resume RUN", $run) } 再试余下的部分，也可用 { FLAG("--model") } 换个模型
next_other_run = 书被另一次运行占用；{ COMMAND("tsumugi runs BOOK", $book) } 列出所有运行
status_stale = 书中过期的译文：{ $n } 段
    .hint = { COMMAND("tsumugi stale BOOK", $book) } 说明原因
library_empty = 书库是空的
    .hint = { COMMAND("tsumugi import FILE") } 可导入书
library_without_series = 书库是空的
    .hint = { COMMAND("tsumugi import FILE --series NAME") } 可导入书
of_series = 系列：{ $series }
chapter_untitled = { $matter ->
        [front] （正文前）
        [back] （正文后）
       *[body] （无标题）
    }
picture = [图]
is_locked = （已锁定）
is_stale = （过期：{ $why }）
found_in = { $paragraph }  第 { $chapter } 章 [{ $index }]
found_nowhere = “{ $title }”中没有“{ $query }”
more_hits = 还有 { $n } 处；{ FLAG("--limit") } 可一次显示更多
at_least_more_hits = 至少还有 { $n } 处；{ FLAG("--limit") } 可一次显示更多
title_not_translated = 还没有译名
undo_change = { COMMAND("tsumugi undo BOOK --change ID", $book, $change) } 可撤销
remove_book = 把“{ $title }”（{ $book }，{ $n } 个已译段落）放入回收站？
delete_book = 彻底删除“{ $title }”（{ $book }）？无法撤销。
nothing_removed = 没有移除
book_removed = 已把“{ $title }”（{ $book }，{ $n } 个已译段落）放入回收站
    .hint = { COMMAND("tsumugi trash restore BOOK", $book) } 可还原；三十天后删除
book_deleted = 已删除“{ $title }”（{ $book }）
book_restored = 已还原“{ $title }”（{ $book }，{ $n } 个已译段落）
trash_empty = 回收站是空的
restore_from_trash = “{ $title }”（{ $book }）来自该文件，现在在回收站中。要还原它而不重新导入吗？
series_kept = 系列“{ $name }”因其内容而保留：{ $terms } 个术语，{ $characters } 个人物，{ $memories } 条备忘
    .hint = 导入书时用 `--series "{ $name }"` 可继续使用
series_has_other_books = 系列“{ $name }”的内容留给其中其他的书
book_moved = “{ $title }”现在属于系列“{ $series }”
entries_went_along = { $entries }术语、人物和备忘一起移动
entries_stayed = { $entries }没有移动：系列里已有，或与其他书有关
make_library = 没有书库“{ $path }”。要建立吗？
make_library_or_near = 没有书库“{ $path }”（是指“{ $near }”吗？）。要建立吗？
converted = 已转换 { $n } 段
converted_locked = 已锁定、保持原样：{ $n }
converted_doubtful = 有疑问的 { $n } 段已作为建议
    .hint = { COMMAND("tsumugi suggestions BOOK", $book) } 可查看
report_written = { $n } 段中有 { $bad } 段有问题

## 检查

acknowledged_because = （已放行：{ $reason }）
at_title = 标题
paragraphs_checked = 检查了 { $n } 段：{ $counts }
not_translated_yet = { $n } 段还没有译文
model_says = { $model } 认为：{ $opinion }
judge_nothing = 没有要问 { $model } 的内容
    .hint = { FLAG("--judge-sample 50") } 可抽取任意段落来问
judge_asked_before = 这 { $n } 段以前问过 { $model }
judge_asking = 正在就 { $n } 段询问 { $model }（已知 { $known } 段）
judge_asking_for = 正在就 { $n } 段询问 { $model }（已知 { $known } 段），约 ${ $usd }
judge_used = 用了 { $tokens } token，${ $usd }
judge_named = { $model } 在 { $n } 段中指出 { $opinions } 处错误
judge_dropped = { $n } 处引用的文字不存在，已略去
judge_unanswered = { $n } 段没有得到答复，第一个是 `{ $paragraph }`：{ $why }
    .hint = 再次运行同一命令可重问
judge_limit = 已到上限：{ $n } 段没有问到
    .hint = 用更高的 { FLAG("--max-cost") } 或 { FLAG("--max-tokens") } 再次运行可继续
findings_done = { $done ->
        [acknowledged] 已放行 { $n } 处问题
       *[withdrawn] 已重新打开 { $n } 处问题
    }
nothing_acknowledged = 没有放行的问题
open_again = 文字已变，重新打开
nothing_to_mend = 检查没有发现要修复的问题
only_for_person = 没有能自动修复的；{ $n } 处问题要由你来看：{ COMMAND("tsumugi check") }
to_mend = { $n } 段有要修复的问题
mend_by_code = {"  "}{ $n } 段由程序修复，不用模型
mend_in_way = {"  "}{ $n } 段{ $way ->
        [translated_afresh] 重新翻译
        [sentence_by_sentence] 逐句补译
        [translated_without_additions] 去掉多余内容重译
        [put_back_in_their_places] 放回原位
        [translated_without_repetition] 去掉重复重译
        [corrected_in_place] 就地修改
       *[another_candidate] 另选候选译文
    }
mend_waiting = {"  "}{ $n } 段已在等你决定：{ COMMAND("tsumugi suggestions") }
mend_for_person = { $n } 处问题要由你来看：{ COMMAND("tsumugi check") }
mended_by_code = { $n } 段不用模型即已修复
name_model_for_cost = 用 { FLAG("--model") } 指定模型可查看费用
dictionaries_help = 有了词典，检查 A6、A7 和 E7 能发现漏译、错位和多出的句子。系统安装的词典会直接使用；
    其他文件放进 `{ $folder }`，命名为 `ja-en`、`zh-en.u8` 或 `de-en.index`。FreeDict 还有更多语言：`apt-cache search freedict`。
dictionary_here = 已有：`{ $path }`
dictionary_off = 已在设置中关闭

## 手工修改

history_empty = 还没有改动
change_undone = 已撤销
no_longer_in_book = （书中已没有）
until_edition = {"  "}第 { $edition } 版之前：{ $text }
check_mended = {"  "}{ $check } 已修复：`{ $before }` → `{ $after }`
as_handed_in = {"  "}提交时的文字：{ $text }
version_suggestion = 建议
version_rejected = 已拒绝
version_of_other_words = 来自旧原文
undone = 已撤销 { $changes } 项改动，恢复 { $n } 处
left_alone = { $n } 处后来又有改动，保持不变
suggestions_decided = 接受 { $accepted } 条建议，拒绝 { $rejected } 条
no_suggestions = 没有建议
suggestions_next = { COMMAND("tsumugi suggestions BOOK --accept ID", $book) } 接受一条，{ FLAG("--reject ID") } 拒绝一条
paragraphs_locked = { $lock ->
        [on] 已锁定 { $n } 段
       *[off] 已解锁 { $n } 段
    }
version_selected = { $paragraph }：已选用 { $version }（{ $change }）
version_selected_already = { $paragraph }：原本就选用 { $version }
no_version = 无译文
paragraphs_edited = 已改动 { $n } 段（{ $change }）
edit_sheet_head = # { $title }
    #
    # 请写在原文下面。以 `#` 开头的行不会读取；没有改动的保持原样。
    # 请保留方括号中的编号和 <1>…</1> 之类的标记。你写的行若以 #、[ 或 \ 开头，请在前面加 \。
stale_why_names = { $why }：{ $names }
stale_newer_waits = { $why }；有更新的版本待定
stale_next = { COMMAND("tsumugi translate BOOK --stale", $book) } 重新翻译过期的部分
nothing_asked = 还没有提出要求
    .hint = { COMMAND("tsumugi instructions BOOK --set TEXT", $book) } 可对所有译文提出要求
asked_of_series = 系列 { $series }：{ $text }
purge_transcripts = 清除 { $n } 个任务的记录（{ $kilobytes } KB）？无法撤销。
nothing_purged = 没有清除
no_transcripts = 没有这样的记录
purged = 已清除 { $n } 个任务的记录（{ $kilobytes } KB）
purged_stays = 空出的空间会留给书库以后的内容；运行和费用仍在
schemas_as_json = { FLAG("--json") } 可输出 schema
tool_argument_optional = ，可选
tool_list_of = { $what } 的列表
replayed_request = { $number }. { $model }：{ $messages } 条消息，{ $tools } 个工具，约 { $tokens } token
replayed_asked = {"   "}请求   { $text }
replayed_said = {"   "}回答   { $text }
replayed_called = {"   "}调用   { $name } { $text }
replayed_used = {"   "}用量   输入 { $in }，输出 { $out }
replayed_failed = {"   "}失败   { $why }
replay_next = `--model replay:{ $file }` 用这些回答再次运行同一命令
no_runs = 还没有运行过
    .hint = { COMMAND("tsumugi translate BOOK --to LANG") } 开始一次运行
imported_as = 已导入“{ $title }”，编号 { $book }
no_batch_waiting = 任务 { $run } 没有等待中的批次
batch_stopping = { $service } 停止处理 { $requests }
batch_over = { $requests }此前已有答复
batch_never_arrived = { $requests }从未到达 { $service }
batch_resume_next = 用 { COMMAND("tsumugi resume") } 加上 `{ $run }` 收取已有的答复，并重新提交其余部分
footnotes_told = 译注{ $wanted ->
        [yes] 会成为脚注
       *[no] 不需要，检查 E6 会指出
    }（{ $by ->
        [book] 针对本书设定
       *[style] 按设置中的风格
    }）；本书有 { $n } 条人写的译注
became_footnotes = { $n } 条译注已成为脚注
status_notes = 脚注：{ $n } 条译注
no_rehearsal_to_write = 这本书没有试运行内容；写出的是已有译文
rehearsal_left_out = 未写出的试运行段落：{ $n }
    .hint = 用 { FLAG("--rehearsal") } 写出，用 { COMMAND("tsumugi rehearsal discard") } 加上 `{ $book }` 丢弃
show_rehearsed = 试运行（未翻译）：{ $n } 段{ $title }
show_rehearsed_title = ，书名：{ $title }
is_rehearsal = （试运行）
comment_said = # { $author }：{ $text }
is_in_review = （{ $state }）
review_state = { $word ->
        [draft] 草稿
        [needs_work] 待修改
        [reviewed] 已审阅
        [approved] 已批准
        [untranslated] 未翻译
       *[other] { $word }
    }
status_reviewed = 已审阅：{ $reviewed }，待修改：{ $needs_work }
status_rehearsed = 试运行（未翻译）：{ $n } 段
all_rehearsed = 所选范围已全部试运行或翻译
    .hint = { FLAG("--again") } 可重新试运行
no_rehearsal_here = 这本书没有试运行内容
rehearsal_discarded = 已丢弃试运行段落：{ $n }
no_paragraph_like_that = 没有符合条件的段落
col_draft = 草稿
col_needs_work = 待修改
col_reviewed = 已审阅
col_review = 状态
the_book = 全书
review_set = { $state }：{ $n } 段
was_rehearsal = 这是试运行：文字只是占位，不是译文
    .hint = 用 { COMMAND("tsumugi translate") } 加上 `{ $book }` 和真正的 { FLAG("--model") } 翻译这本书，用 { COMMAND("tsumugi rehearsal discard") } 丢弃试运行
