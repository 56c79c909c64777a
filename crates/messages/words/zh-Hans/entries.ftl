## 术语、人物与备忘

from_chapter = （第 { $chapter } 章起）
until_chapter = （至第 { $chapter } 章）
drift_untranslated = 本书还没有译文
drift_nothing_twice = 没有出现两次的术语或名字
    .hint = { COMMAND("tsumugi terms BOOK add SOURCE TRANSLATION", $book) } 可添加
drift_all_alike = { $n } 个重复出现的术语和名字译法都一致
drift_more = 还有 { $n } 项；`--limit { $all }` 可全部显示
drift_next = { COMMAND("tsumugi terms BOOK rename SOURCE TRANSLATION --was RENDERING", $book) } 可统一译法
found_encoding_of_table = 编码：{ $name }（可用 { FLAG("--encoding") } 指定）
more_remarks = 还有 { $n } 条说明；{ FLAG("--json") } 有全部
would_be = 将会：{ $what }
contradictions_left = 有矛盾的保持不变；{ FLAG("--overwrite") } 以文件为准
names_of_characters = { $terms }，以及 { $characters }的名字
confirmed_among = { $file }：{ $what }中已确认的
import_left_out = { $name }：已略去，{ $why }
import_contradicts = { $name }：有矛盾，{ $field ->
        [source] 原文
        [translation] 译文
        [reading] 读音
        [kind] 类型
        [note] 备注
        [strictness] 严格程度
        [standing] 状态
        [gender] 性别
        [name] 名字
        [voice] 语气
       *[other] { $field }
    }：此处为“{ $here }”，文件中为“{ $there }”
import_replaced = { $name }：已替换，{ $field ->
        [source] 原文
        [translation] 译文
        [reading] 读音
        [kind] 类型
        [note] 备注
        [strictness] 严格程度
        [standing] 状态
        [gender] 性别
        [name] 名字
        [voice] 语气
       *[other] { $field }
    }：此处为“{ $here }”，文件中为“{ $there }”
more_contradictions = 还有 { $n } 项；{ FLAG("--json") } 有全部
import_n_added = 新增 { $n } 条
import_n_filled = 补全 { $n } 条
import_n_replaced = 替换 { $n } 条
import_n_same = 相同 { $n } 条
import_n_contradicting = 矛盾 { $n } 条
import_n_left_out = 略去 { $n } 条
import_nothing = 没有内容
rename_question = { $what }，并改动 { $n } 段？
rename_done = { $what }：已改动 { $n } 段
rename_left = { $n } 段保持原样；{ FLAG("--dry-run") } 可列出，{ COMMAND("tsumugi edit BOOK --paragraph ID", $book) } 可改其中一段
rename_other_books = 系列中其他书的改动是：{ $changes }
rename_replaced = 替换：{ $shapes }
rename_along = 一并改动：{ $forms }
rename_place = { $paragraph } 第 { $chapter } 章
rename_place_left = { $paragraph } 第 { $chapter } 章：{ $why }
rename_left_head = 保持原样：
rename_counts = 将改动 { $n } 段，{ $left } 段保持原样
unfinished_edit = 继续 `{ $path }` 中未完成的编辑
nothing_contradicts = 没有矛盾
conflicts_next = { COMMAND("tsumugi terms BOOK reject TERM", $book) } 或 { COMMAND("tsumugi characters BOOK edit NAME", $book) } 可决定
conflict_gender = { $name }：性别{ $from }：{ $sides }
conflict_address = { $name } 对 { $other }：“{ $source }”是 { $sides }
conflict_rendering = { $source }：{ $sides }
conflict_side = { $translation }（{ $entry }，{ $standing }）
or = {" 或 "}
same_name_there = 已有人叫“{ $name }”：{ $translation }（{ $character }）
    .hint = 如果是同一个人，{ COMMAND("tsumugi undo BOOK", $book) } 可撤销
rename_term_next = 已译的部分用 { COMMAND("tsumugi terms BOOK rename TERM NEW --was OLD", $book, $entry, $new, $old) } 改动
rename_character_next = 已译的部分用 { COMMAND("tsumugi characters BOOK rename NAME NEW --was OLD", $book, $entry, $new, $old) } 改动
no_characters = { $any ->
        [no] 还没有人物
       *[yes] 没有这样的人物
    }
    .hint = { COMMAND("tsumugi characters BOOK add NAME TRANSLATION", $book) } 可添加
no_terms = { $any ->
        [no] 还没有术语
       *[yes] 没有这样的术语
    }
    .hint = { COMMAND("tsumugi terms BOOK add SOURCE TRANSLATION", $book) } 可添加，{ COMMAND("tsumugi terms BOOK import FILE", $book) } 可导入术语表
no_memories = 没有备忘
    .hint = { COMMAND("tsumugi memories BOOK add TEXT --about SUBJECT", $book) } 可添加
no_summaries = 没有摘要
    .hint = { COMMAND("tsumugi memories BOOK summary N --text TEXT", $book) } 可写一篇
summary_of_earlier_text = 原文已改
named_times = {"  "}在 { $n } 段中出现 { $uses } 次：{ $chapters }
used_times = {"  "}在 { $n } 段中出现 { $uses } 次：{ $chapters }
also_called = {"  "}又称 { $source } → { $translation }{ $from }
also_right = {"  "}也可译为：{ $forms }
voice = {"  "}语气：{ $voice }
says = {"  "}口头禅：{ $endings }
is_proposed = （待确认）
calls = {"  "}对 { $other }：{ $source } → { $translation }{ $when }
character_note = {"  "}备忘：{ $text }{ $from }
about_series = 系列
about_book = 本书
term_sheet = # 术语。保存并退出编辑器即生效。
term_sheet_forms = # 其他同样正确的译法。
term_sheet_note = # 译者应知道的事。
character_sheet = # 人物。保存并退出编辑器即生效。
    # known_from、from 和 until 是章号："12" 是本书第 12 章，"2.5" 是第二本书第 5 章；"" 表示一开始。
character_sheet_voice = # 这个人怎么说话：简短的描述、标志性的词和句尾，以及例句。
character_sheet_more = # 还可以加：
memory_sheet = # 备忘。保存并退出编辑器即生效。
    # 关于什么：series、book、chapter:3，或某个术语或人物。
memory_sheet_known_from = # 读者从这一章起知道；"" 表示一开始。
