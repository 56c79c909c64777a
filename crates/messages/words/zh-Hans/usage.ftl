## 输入的命令

interrupted = 已中断；已接受的内容都在
    .hint = { COMMAND("tsumugi resume") } 可继续
not_an_id = “{ $text }”不是{ $kind ->
        [paragraph] 段落
        [version] 版本
        [chapter] 章节
        [run] 任务
        [task] 分块
        [chat] 对话
       *[other] { $kind }
    }编号；请照显示的样子复制
no_run_yet = 还没有运行过
    .hint = { COMMAND("tsumugi translate BOOK --to LANG") } 开始一次运行
no_fitting_run = 没有这样的运行
    .hint = { COMMAND("tsumugi runs") } 列出所有运行
several_runs = 有 { $n_runs } 次运行以“{ $text }”开头
    .hint = 请多写几位编号
no_run_or_book = 没有叫“{ $text }”的运行或书
    .hint = { COMMAND("tsumugi runs") } 列出运行，{ COMMAND("tsumugi books") } 列出书
no_model_chosen = 没有选定模型，所以什么都没做
    .hint =
        可以这样做{ $servers }
        {"  "}tsumugi models list                列出已知的服务
        {"  "}tsumugi models add SERVICE/MODEL   保存密钥和默认模型
        {"  "}--base-url URL --model NAME        任意地址，密钥放在 TSUMUGI_API_KEY
        {"  "}--model rehearsal                  不要密钥、不花钱，也不是真的翻译
server_answers = 在 { $address } 运行
no_such_dialect = 可用的协议有 { $known }
no_chapter_number = 没有第 { $number } 章：本书有 { $n_chapters } 章
    .hint = { COMMAND("tsumugi show BOOK", $book) } 列出所有章节
not_chapters = “{ $text }”不是这本书的章节
    .hint = 请写序号和范围，如 `1-3,7`
no_chapter_called = 没有章节“{ $text }”：本书有 { $n_chapters } 章
    .hint = { COMMAND("tsumugi show BOOK", $book) } 列出所有章节
not_a_chapter = “{ $text }”不是章节：本书有 { $n_chapters } 章
    .hint = 请写数字，例如 `3`；系列第二本书的章节写成 `2.3`
not_money = “{ $amount }”不是金额
    .hint = 请写美元数，例如 { FLAG("--max-cost 2.50") }
same_language = “{ $title }”已是{ $language }（`{ $source }`）；没有发送任何内容
    .hint = 请用 { FLAG("--to") } 指定其他语言；如果文件是另一种语言，导入时用 { FLAG("--from") }；仍要开始请加 { FLAG("--yes") }
may_cost = 这可能花费至多 ${ $most }，而这里无法询问；没有发送任何内容
    .hint = 要开始请加 { FLAG("--yes") }
series_as_a_whole = 系列只能整体翻译
    .hint = 要指定章节、段落或输出文件，请写出其中一本书
into_which_language = 译成哪种语言？
    .hint = 请用 { FLAG("--to") } 指定，例如 { FLAG("--to en") }
names_in_which_language = 译成哪种语言？
    .hint = 请用 { FLAG("--to") } 指定：译名会用这种语言提出
no_chat_about_this = 没有关于本书的对话“{ $text }”
    .hint = { COMMAND("tsumugi chat BOOK --list", $book) } 列出所有对话
several_chats = 有多个对话以“{ $text }”开头
    .hint = 请多写几位
no_library_but_near = 没有书库“{ $path }”；什么都没有建立
    .hint = 是指“{ $near }”吗？
no_library = 没有书库“{ $path }”；什么都没有建立
    .hint = { COMMAND("tsumugi import FILE --library PATH --yes") } 可建立书库
no_library_to_begin = 没有书库“{ $path }”；什么都没有建立
    .hint = 要建立请加 { FLAG("--yes") }
purge_needs_yes = 清除 { $n_tasks } 个任务的记录（{ $kilobytes } KB）后无法恢复
    .hint = 要清除请加 { FLAG("--yes") }
removal_needs_yes = “{ $title }”（{ $book }）有 { $n } 个已译段落，而这里无法询问
    .hint = 要放入回收站请加 { FLAG("--yes") }
deletion_needs_yes = 删除“{ $title }”（{ $book }）后无法恢复
    .hint = 要删除请加 { FLAG("--yes") }
no_suggestion = 没有待定的建议“{ $text }”
    .hint = 请照列表写版本或段落
nothing_to_look_for = 没有要查找的内容
    .hint = 请给出词或短语
test_which_model = 哪个模型？
    .hint = { COMMAND("tsumugi models list") } 列出所有模型
sets_nothing = “{ $setting }”没有设置任何内容
    .hint = 请写成 `KEY=VALUE`
no_such_setting = 没有设置“{ $key }”
    .hint = 可用的设置有 { $known }
in_the_settings = 设置有误
weak_token = 令牌至少要有 { $shortest } 个字母、数字、`-`、`_`、`.` 或 `~`
    .hint = 去掉 { FLAG("--token") }，即使用保存的令牌
tool_without_book = 工具要用在一本书上
    .hint = 请用 { FLAG("--book") } 指定
neither_file_nor_book = 没有文件“{ $text }”，也没有这个名字的书
    .hint = 请检查路径；{ COMMAND("tsumugi books") } 列出所有书
no_such_check = 没有检查项“{ $check }”
    .hint = 可用的检查项有 { $known }
nothing_to_check = “{ $title }”没有可检查的译文
    .hint = { COMMAND("tsumugi translate BOOK --to LANG", $book) } 可翻译该书
no_translation_yet = “{ $title }”还没有译文
    .hint = { COMMAND("tsumugi translate BOOK --to LANG", $book) } 可翻译该书
instructions_empty = 文字为空
    .hint = { FLAG("--clear") } 可去掉说明
instructions_too_long = 说明超过 { $limit } 字
    .hint = 关于用词的要求请写进 { COMMAND("tsumugi terms") }

## 指定的文件

system_not_found = 没有这个文件或文件夹
system_forbidden = 没有权限
system_is_folder = 是文件夹
system_not_a_folder = 不是文件夹
system_full = 磁盘空间不足
file_unreadable = 无法读取“{ $path }”
    .hint = 请检查名称，并确认可以读取
folder_given = “{ $path }”是文件夹
    .hint = 请指定其中的文件
file_too_large = “{ $path }”超过 { $megabytes } MB
    .hint = 请分卷
not_imported = 没有导入“{ $path }”
not_read_anew = 没有重新读取“{ $title }”
nothing_taken = 没有从“{ $path }”取用任何内容
epub_not_appended = “{ $title }”不是纯文本，不能在最后一页之后添加章节
    .hint = 请用 { FLAG("--revises BOOK", $book) } 导入新版文件
file_there_already = “{ $title }”已有文件“{ $name }”
    .hint = 请给新章节另取名称，或用 { FLAG("--revises BOOK", $book) } 导入新版文件
not_an_earlier_export = “{ $path }”已存在，且不是以前导出的
    .hint = 请用 { FLAG("-o") } 另取名称，或加上 { FLAG("--force") }
file_exists = “{ $path }”已存在
    .hint = 请用 { FLAG("-o") } 另取名称，或加上 { FLAG("--force") }
cannot_write_into = 无法写入“{ $path }”
    .hint = 请用 { FLAG("-o") } 换个位置
not_put_together = 无法把这些文件合在一起：{ $detail }
no_text_files = “{ $path }”中没有文本文件
    .hint = 由多个文件组成的书要用 `.txt` 文件
cannot_read_folder = 无法读取文件夹“{ $path }”
    .hint = 请确认可以读取
too_many_files_in = “{ $path }”中的文件超过 { $limit } 个
    .hint = 请指定一本书的文件夹
no_certificate = “{ $path }”里面没有证书，旁边也没有
    .hint = 只有 { COMMAND("tsumugi export") } 写出的文件才能验证；请把“{ $beside }”与文件放在一起
not_a_certificate = “{ $path }”不是证书
epub_on_terminal = EPUB 不能在终端阅读
    .hint = 请送到文件或程序，或用 { FLAG("-o") } 指定文件
book_and_json = 书和 { FLAG("--json") } 的 JSON 不能同时写到标准输出
    .hint = 请用 { FLAG("-o") } 指定文件，或去掉 { FLAG("--json") }
page_and_json = 网页和 { FLAG("--json") } 的 JSON 不能同时写到标准输出
two_formats = “{ $path }”和 { FLAG("--format") } 指定了两种格式
    .hint = 请去掉其中一个，或让文件名的后缀与格式一致
kind_not_written = “{ $path }”会是{ $kind }，Tsumugi 不能写出
    .hint = 请用 `.epub` 或 `.txt` 结尾，写出后再转换，例如用 Calibre 或 `pandoc`
archive_of_texts = 由多个文本组成的 zip 压缩包
file_of_format = 另一种格式（{ $format }）的文件，与书的原格式不同
memory_not_book = “{ $path }”是翻译记忆库，不是书
    .hint = { COMMAND("tsumugi import FILE --memory BOOK", $path) } 可取用其中的译文
memory_without_layout = 翻译记忆库没有版式
    .hint = 请去掉 { FLAG("--bilingual") } 和 { FLAG("--keep-direction") }
nothing_translated = 本书还没有译文
    .hint = { COMMAND("tsumugi translate BOOK --to LANG", $book) }
workbook_on_terminal = 工作簿不能在终端显示
    .hint = 请用 { FLAG("-o") } 指定文件
ending_unknown = 从“{ $path }”看不出要写哪种格式
    .hint = 请以 .csv、.tsv、.xlsx、.json 或 .tbx 结尾，或用 { FLAG("--format") } 指定
no_export_folder = 没有文件夹“{ $path }”
    .hint = 请先建立，或用 { COMMAND("tsumugi mcp --export-to") } 指定另一个
form_not_possible = 不能要求“{ $model }”用 `{ $form }` 交付
    .hint = 请去掉 { FLAG("--delivery") }
review_of_what = 要设置哪些段落？
    .hint = 请列出段落，或给出 { FLAG("--chapter") }、{ FLAG("--state") } 等筛选条件
