## 在别处编辑的译文

too_large_to_take_back = { $megabytes } MB 的文件大得不合常理
nothing_to_take_back = { $place }：该文件中没有译文
    .hint = 请取回由 { COMMAND("tsumugi exchange export BOOK") } 写出的文件
not_an_exchange_file = { $place }：这不是 XLIFF、表格、文档或翻译记忆库
    .hint = 请取回由 { COMMAND("tsumugi exchange export BOOK") } 写出的文件
xml_not_exchange = { $place }：这是另一种 XML（`{ $root }`），既不是 XLIFF 也不是 TMX
    .hint = 请取回由 { COMMAND("tsumugi exchange export BOOK") } 写出的文件
xliff_version = { $place }：这是 XLIFF“{ $version }”，Tsumugi 可读 2.x 和 1.x
    .hint = 请另存为 XLIFF 2.1 或 1.2
exchange_columns = { $place }：须有一列名为 `id`，一列名为 `translation`
    .hint = 请保留第一行的原样
exchange_row_without_id = { $place }：该行没有 ID
    .hint = 请保留 `id` 列的原样；新加的行不属于任何段落
exchange_row_too_long = { $place }：该行的单元格比表格的列多
    .hint = 含逗号的文字要放在引号里；没有采用任何内容
exchange_id_twice = { $place }：文件中段落 { $id } 有两种不同的译文
    .hint = 请删除其中之一
exchange_other_languages = 文件的语言是 { $found }，书的语言是 { $wanted }
    .hint = 请指定写出该文件的那本书
exchange_other_book = { $n_units } 段中有 { $n_other } 段的原文不是这本书的
    .hint = 请指定写出该文件的那本书
document_without_table = { $place }：该文档中没有表格
    .hint = 请取回由 { COMMAND("tsumugi exchange export BOOK") } 写出的文件
too_long_for_a_cell = 段落 { $place } 超过单元格可容纳的 { $limit } 字
    .hint = 请写成 XLIFF
exchange_ending = 从“{ $path }”的后缀看不出格式
    .hint = 请以 .xliff、.csv、.xlsx、.docx 或 .tmx 结尾，或给出 { FLAG("--format") }
exchange_on_terminal = 工作簿或文档不是可在终端显示的文字
    .hint = 请用 { FLAG("--output") } 指定文件
nothing_to_hand_out = 没有可写出的内容
    .hint = 记忆库只含已翻译的段落；XLIFF 和表格含全部段落
xliff_without_layout = XLIFF 本就含两种语言，没有排版
    .hint = 请去掉 { FLAG("--bilingual") }、{ FLAG("--keep-direction") } 和 { FLAG("--credits") }

## 打包的书

not_a_bundle = 它不是 Tsumugi 打包的书
bundle_damaged = 包中的“{ $name }”缺失或已损坏
newer_bundle = 包的格式是 { $found }，本程序不认识
bundle_unfit = 包里不是一本书：{ $detail }
    .hint = 请用 { COMMAND("tsumugi bundle BOOK") } 重新打包
exchange_written = { $path }：{ $paragraphs }
exchange_back = 用 { COMMAND("tsumugi exchange import") } 加上 `{ $book }` 和文件收回
exchange_would_be = 将会：{ $what }
suggestions_wait = { COMMAND("tsumugi suggestions") } 加上 `{ $book }` 列出等你处理的建议
undo_takes_back = { COMMAND("tsumugi undo") } 加上 `{ $book }` 可撤销
exchange_count = { $word ->
        [taken] 采用
        [suggested] 因冲突作为建议
        [left_out] 未采用
        [locked] 锁定
        [commented] 带批注
       *[same] 未改动
    } { $n } 段
exchange_nothing = 没有变化
exchange_summary = { $parts }
exchange_suggested = 作为建议，{ $why }：此处 `{ $here }`，文件中 `{ $there }`
exchange_conflict = { $word ->
        [changed_here] 此处后来改过
        [source_changed] 此处原文后来改过
        [locked] 此处已锁定
        [no_base] 文件没有说明它的来源版本
       *[ambiguous] 文件对同样的原文有多种译法
    }
exchange_unknown = 未采用，书中没有这个段落
exchange_emptied = 未采用，此处有译文而文件中为空
exchange_tags = 未采用，{ $faults }
exchange_comment = 批注：{ $text }
exchange_more = 另有 { $n } 段；用 { FLAG("--json") } 查看全部
bundle_written = { $path }：{ $title }，包含全部内容
bundle_next = 用 { COMMAND("tsumugi unbundle") } 导入另一个书库
unbundled = { $book }  { $title }（{ $n } 段已有译文）
unbundled_merged = { $book }  { $title }：{ $what }
merged_count = { $word ->
        [taken] 采用
        [suggested] 因此处也有人写过而作为建议
        [beside] 保留为版本
        [same] 相同
       *[unmatched] 此处没有对应段落
    } { $n } 段
merged_nothing = 没有新内容
