## 手工编辑

nothing_to_edit = 第 { $number } 章没有可编辑的内容
edit_unfinished = 上次的编辑还没有完成：“{ $path }”
    .hint = 请用 { COMMAND("tsumugi edit BOOK --file FILE", $book, $path) } 取用，或删除该文件
editor_no_command = `EDITOR` 不是命令：“{ $editor }”
    .hint = 请把它设为你使用的编辑器
editor_not_started = 无法启动编辑器“{ $editor }”
    .hint = 请把 `EDITOR` 设为你使用的编辑器
editor_failed = 编辑器“{ $editor }”以 { $status } 结束；没有取用任何内容
    .hint = 已写的内容在“{ $path }”
sheet_not_taken = 没有从“{ $path }”取用任何内容，因为{ $list }
    .hint = 请修改文件，然后 { COMMAND("tsumugi edit BOOK --file FILE", $book, $path) }
sheet_line = 第 { $line } 行：{ $what }
sheet_of_paragraph = [{ $id }] { $what }
sheet_unknown_id = `[{ $id }]` 不是这里的段落；如果是文字，请写成 `\[{ $id }]`
sheet_id_twice = `[{ $id }]` 出现了两次；请去掉一个
sheet_id_missing = 缺少 `[{ $id }]`；请补上这一行和下面的文字
sheet_stray_text = 这段文字不属于任何段落；请放到编号下面
sheet_text_gone = 没有文字了；请补上，或用 { COMMAND("tsumugi select BOOK PARAGRAPH none", "BOOK", $paragraph) } 去掉译文
tag_unclosed = `<{ $tag }>` 没有闭合；请加上 `</{ $tag }>`
tag_unopened = `</{ $tag }>` 闭合的不是最内层的标记
tag_missing = 缺少原文的标记 { $tag }
tag_unknown = 原文没有标记 { $tag }；请去掉
tag_repeated = `<{ $tag }/>` 必须恰好出现一次
tag_wrong_form = 标记 { $tag } 的形式与原文不同（`<{ $tag }>…</{ $tag }>` 或 `<{ $tag }/>`）
tags_do_not_fit = { $faults }
    .hint = 原文是“{ $source }”
kept_in = 你写的内容保存在“{ $path }”
cannot_remove = 无法删除“{ $path }”
not_utf_8 = 无法把“{ $path }”作为 UTF-8 文本读取
empty_translation_text = 文字为空
    .hint = { COMMAND("tsumugi select BOOK PARAGRAPH none", $book, $paragraph) } 可去掉译文
entry_not_taken = 没有从“{ $path }”取用任何内容：{ $detail }
    .hint = 再次输入同样的命令可修改，或删除该文件

## 术语、人物与备忘

new_name_empty = 新译名为空
translated_so_already = 译名已是“{ $new }”
    .hint = 如果译文中还有旧译名，请用 { FLAG("--was") } 指定
paragraphs_would_change = 会改动 { $n_paragraphs } 个段落
    .hint = 请先用 { FLAG("--dry-run") } 查看，再加 { FLAG("--yes") }
no_such_gender = 没有“{ $word }”这种性别
    .hint = 请写 female、male 或 neutral；从第 12 章起才知道的，加 `@12`
no_alias = “{ $text }”不是别名
    .hint = 请写成 `NAME=TRANSLATION`
name_incomplete = 每个名字都要有原文和译名
address_incomplete = 称呼要有原文和译文
ends_before_it_begins = 结束早于开始
    .hint = { FLAG("--until-chapter") } 是仍然适用的最后一章
no_such_address = { $name } 没有称 { $other } 为“{ $source }”
address_without_words = 对“{ $to }”的称呼没有文字
term_there_already = “{ $source }”已是术语：{ $translation }（{ $term }）
    .hint = { COMMAND("tsumugi terms BOOK edit TERM", $book, $term) } 可修改
term_without_source = 术语要有原文
term_without_translation = “{ $source }”没有译文
    .hint = 请给出译文；如果保留原文，请加 { FLAG("--strictness keep_source") }
summary_empty = 概要为空
    .hint = { FLAG("--remove") } 可删除概要
no_summary = 第 { $number } 章没有概要
    .hint = 加上 { FLAG("--text TEXT") } 可写概要
memory_length = 备忘要有 1 到 { $limit } 字，这条有 { $length } 字
    .hint = 请缩短，或分成两条
no_character_either = 也没有人物“{ $text }”
nothing_called = 这里没有“{ $text }”
    .hint = 请写 `series`、`book`、`chapter:3`，或术语、人物的文字
ambiguous_entry = “{ $text }”可能是以下 { $n_entries } 条中的任何一条：{ $list }
    .hint = 请使用编号
no_entry_called = 没有{ $noun ->
        [term] 术语
        [character] 人物
        [memory] 备忘
       *[other] { $noun }
    }“{ $text }”
    .hint = 请照列表书写，或使用编号
