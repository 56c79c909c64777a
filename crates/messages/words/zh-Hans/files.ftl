## 读入的书

file_empty = 文件是空的
no_text = 这本书里没有文字
    .hint = 扫描版的书要先做文字识别
no_words = 文件里没有文字
    .hint = 请确认是不是这个文件
book_in_zip = 这是 zip 压缩包，里面有“{ $name }”
    .hint = 先解压，再导入里面的书
file_too_long = { $detail }
    .hint = 分成几卷，逐卷导入
unknown_file = 无法识别这种文件
    .hint = Tsumugi 可读纯文本（.txt）、青空文库文本、EPUB（.epub）、Word 文档（.docx）、OpenDocument 文档（.odt）、PDF（.pdf）、Kindle 书（.mobi、.azw3）、RTF（.rtf）、FictionBook（.fb2）、网页（.html）、Markdown（.md）、字幕（.srt、.vtt、.ass）和游戏脚本
foreign_file = 这是{ $kind }，Tsumugi 不能读取
    .hint = { $way ->
        [pandoc] 请先转换为 EPUB，例如用 `pandoc FILE -o FILE.epub` 或 Calibre
        [unpack] 请先解压，再指定其中的书
        [unpack_all] 请先解压，再导入其中的书
        [name_fields] 请用 { FLAG("--text NAME") } 指出哪一列或哪条路径是文本
        [its_own_tool] 请用制作它的工具翻译，或另存为纯文本或 Word 文档（.docx）
        [take_memory] { COMMAND("tsumugi import FILE --memory BOOK") } 可取用其中的译文
        [take_back] { COMMAND("tsumugi exchange import BOOK FILE") } 可取回其中的译文
        [recognise] 扫描版的书要先做文字识别
        [save_docx] 请用 Word 或 LibreOffice 打开，另存为 .docx
        [save_srt] 另存为 SubRip（.srt）、WebVTT（.vtt）或 ASS（.ass），例如用 Subtitle Edit
        [unlock] 请用密码打开，另存为没有密码的文件
        [save_utf_8] 请在编辑器中另存为 UTF-8
        [glossary_formats] 术语表可以是 .xlsx、.csv、.tsv、.json 或 .tbx
       *[convert] 请先转换为 EPUB 或纯文本，例如用 Calibre
    }
foreign_kind = { $kind ->
        [pdf] PDF
        [scanned] 扫描页面的 PDF
        [doc] 旧式 Word 文档（.doc）
        [docx] Word 文档（.docx）
        [docm] Word 模板或含宏的文档（.docm、.dotx）
        [locked] 带密码的文档
        [odt] OpenDocument 文档（.odt）
        [odf] 不是文本的 OpenDocument 文件
        [rtf] RTF 文档（.rtf）
        [kindle] Kindle 电子书（.mobi、.azw3）
        [html] 网页归档（MHTML）
        [markup] 带标记的文稿
        [subtitles] 其他类型的字幕文件
        [xliff] 翻译工具的文件（XLIFF）
        [po] 程序消息文件（PO）
        [tmx] 翻译记忆库（TMX）
        [xml] XML 文档
        [table] 表格
        [slides] 演示文稿
        [data] 数据文件
        [zip] 里面没有书的 zip 压缩包
        [rar] RAR 压缩包
        [seven_zip] 7-Zip 压缩包
        [gzip] gzip 压缩包
        [picture] 图片
        [utf_32] UTF-32 编码的文本
        [not_a_workbook] zip 压缩包，但不是工作簿
       *[other] 其他类型的文件
    }
unknown_encoding = 没有“{ $label }”这种编码
    .hint = 请试 `utf-8`、`shift_jis`、`euc-jp`、`gb18030`、`big5`、`euc-kr` 或 `windows-1252`
wrong_pattern = “{ $pattern }”不能用作标题的正则表达式：{ $detail }
    .hint = 正确的例子：{ FLAG("--heading '^Chapter [0-9]+'") }
wrong_encoding = 文本不是有效的 { $encoding }：有 { $n_faults } 处无法读取，第一处在第 { $first } 字节
    .hint = 请用 { FLAG("--encoding") } 指定正确的编码
copy_protected = 该书有版权保护（{ $scheme }），无法读取
    .hint = 请使用没有保护的副本
protection = { $scheme }
encrypted_content = 内容已加密
kindle_protection = Kindle 版权保护
pdf_unreadable = 找不到 PDF 的对象
pdf_encryption = PDF 加密
zip_password = zip 密码
in_pieces = 文字散成了 { $n_paragraphs } 段，每段约 { $n_chars } 个字，不像一本书
    .hint = 先用其他程序（例如 Calibre）转换为 EPUB，再导入
file_damaged = 文件已损坏：{ $detail }
    .hint = 请用其他程序打开，看看是否完整，或重新下载
ends_early = 结尾缺失
nul_at = 第 { $first } 字节处有空字节，文本中不会有
nuls = 其中有 { $n_nuls } 个空字节，文本中不会有
nul_in_table = 其中有空字节，表格中不会有
not_unpacked = 无法解压“{ $what }”（{ $detail }）
no_page_exists = “{ $path }”列出的页面都不存在
no_package = 其中没有包文档（`.opf`）
part_not_xml = `{ $name }` 不是格式良好的 XML（{ $detail }）
document_type = `{ $name }` 含有文档类型声明；办公软件不会写这种声明，它会让文件无限膨胀
no_document_part = 其中没有文档正文
file_refused = 拒绝了该文件：{ $detail }
    .hint = 它像是恶意制作的文件；正常的书不会这样
too_large_a_text = 文本有 { $megabytes } MB，比任何书都长
too_many_lines = 文本有数百万行，比任何书都长
too_large_a_glossary = 术语表有 { $megabytes } MB，不会有这么大的
too_large_a_memory = 翻译记忆库有 { $megabytes } MB，不会有这么大的
shared_bytes = 其中几个文件共用同样的字节
too_large_inside = “{ $name }”超过 { $megabytes } MB
unpacks_too_large = 解压后超过 { $gigabytes } GB
file_unpacks_too_large = “{ $name }”解压后超过 { $megabytes } MB
grows_too_much = “{ $name }”解压后超过原大小的 { $limit } 倍
pages_too_large = 所有页面合计超过 { $megabytes } MB
name_leads_out = 其中有“{ $name }”，这个名称指向书外
too_many_paragraphs = 超过 { $limit } 个段落
too_many_files = 超过 { $limit } 个文件
markup_too_deep = 标记嵌套超过 { $limit } 层
entities_of_entities = “{ $name }”用实体定义实体，可能无限膨胀
too_much_markup = 一页中的标记超过 { $limit } 处
reading_broke_off = 读取文件时中断：{ $detail }
    .hint = 请报告此问题，最好附上该文件

## 写出的书

mismatch_elsewhere = 原文件与书库在第 { $line } 行不一致：这里应是段落 { $paragraph }
    .hint = 请重新导入该文件
mismatch_other_text = 原文件与书库在第 { $line } 行不一致：段落 { $paragraph } 的文字不同
    .hint = 请重新导入该文件
mismatch_in_number = 原文件与书库在末尾不一致：文件有 { $n_file } 个段落，书库有 { $n_library } 个
    .hint = 请重新导入该文件
mismatch_in_contents = 原文件与书库在目录处不一致：书库中没有“{ $label }”这一项
    .hint = 请重新导入该文件
mismatch_unknown_paragraph = 原文件与书库在“{ $page }”的第 { $number } 段不一致：书库中没有这一段
    .hint = 请重新导入该文件
mismatch_in_text = 原文件与书库在“{ $page }”的第 { $number } 段不一致：文件中是“{ $file }”，书库中是“{ $library }”
    .hint = 请重新导入该文件
export_unreadable = 无法打开导出的文件：{ $detail }
technical = { $detail }
original_not_text = 原文件不能作为文本读取
notes_not_added = 无法加入译注页
credits_not_added = 无法添加尾页
no_room_for_credits = 该格式不能有尾页
    .hint = 这本书的包文档无法添加内容；导出时请去掉 { FLAG("--credits") }
credits_only_in_epub = 该格式不能注明译者
    .hint = 只有 EPUB 有元数据和尾页；请加上 { FLAG("--format epub") }
format_not_written = 不能写出这种格式
    .hint = 去掉 { FLAG("--format") }，即按原来的格式写出
book_not_convertible = 这本书不能写成这种格式
    .hint = 去掉 { FLAG("--format") }，即按原来的格式写出
paragraphs_outside = 书库中有段落不属于任何章节
    .hint = 请保留书库的副本并报告此问题
writing_broke_off = 写出该书时中断：{ $detail }
    .hint = 请报告此问题，最好附上该书
no_writer = 没有这种格式的写出程序
certificate_garbled = 无法读取证书：{ $detail }
certificate_unreadable = 无法从书中取出证书：{ $detail }
certificate_too_new = 证书的版本是 { $version }，本程序不认识
    .hint = 请使用更新版本的 Tsumugi

## 术语表与翻译记忆库

unknown_glossary = 无法识别这种术语表
    .hint = Tsumugi 可读 CSV、TSV、XLSX、JSON 和 TBX，TMX 则作为翻译记忆库读取
old_workbook = 这是旧式工作簿（.xls）
    .hint = 请另存为 `.xlsx` 或 `.csv`
no_entries = 该文件中没有词条
    .hint = 术语表的每一行至少要有原文和译文
no_entries_because = 该文件中没有词条；{ $first }
    .hint = 术语表的每一行至少要有原文和译文
no_columns = { $place }：无法识别各列：一列也没有
    .hint = 请在第一行把各列命名为 `source`、`translation`，需要时加 `note`
unknown_columns = { $place }：无法识别各列：{ $found }
    .hint = 请在第一行把各列命名为 `source`、`translation`，需要时加 `note`
two_columns = { $place }：列 { $first } 和 { $second } 都表示 { $meaning }
    .hint = 请删除或改名其中一列
other_languages = 文件的语言是 { $found }，不是 { $wanted }
    .hint = 请用 { FLAG("--from") } 和 { FLAG("--to") } 指定语言
glossary_refused = { $place }：{ $what }；已拒绝该文件
    .hint = 它像是恶意制作的文件
glossary_not_written = 无法写出该文件：{ $detail }
not_json = { $place }：这不是 JSON（{ $detail }）
    .hint = 请修改该处，或重新导出文件
json_of_another_kind = { $place }：这个 JSON 既不是列表也不是映射
    .hint = 术语表是 {"{"}"src": …, "dst": …{"}"} 这样的对象列表，或从原文到译文的映射
not_an_export = { $place }：这不是 { COMMAND("tsumugi terms export") } 写出的文件（{ $detail }）
    .hint = 请修改该处，或重新导出文件
newer_export = { $place }：文件的格式是 { $found }，本程序支持到 { $known }
    .hint = 请使用更新版本的 Tsumugi
no_memory_text = { $place }：备忘不能为空，且不能超过 { $limit } 字
    .hint = 请缩短，或分成两条
no_source_word = { $place }：原文为空
    .hint = 请写上原文，或删除该条
memory_not_glossary = { $place }：这是翻译记忆库（TMX），不是术语表
    .hint = 请用 { COMMAND("tsumugi import FILE.tmx --memory BOOK") } 读取
xml_not_glossary = { $place }：这是另一种 XML（`{ $root }`），不是 TBX
    .hint = 术语表可以是 .xlsx、.csv、.tsv、.json 或 .tbx
xml_not_memory = { $place }：这是另一种 XML（`{ $root }`），不是翻译记忆库
    .hint = 翻译记忆库是 `.tmx` 文件
not_xml = { $place }：这不是 XML
    .hint = 翻译记忆库是 `.tmx` 文件
not_in_its_encoding = { $place }：文件自称是 { $encoding } 编码，实际不是
    .hint = 请把文件另存为 UTF-8
xml_ends_early = { $place }：文件在元素中间结束
    .hint = 请重新下载或保存文件；它缺了结尾
broken_attribute = { $place }：有属性已损坏（{ $detail }）
    .hint = 请用制作它的程序重新保存
xml_broken = { $place }：XML 格式有误（{ $detail }）
    .hint = 请用制作它的程序重新保存
unknown_entity = { $place }：不知道 `&{ $entity };` 代表什么
    .hint = 请直接写该字符
not_a_table = { $place }：不能作为表格读取
    .hint = 请用电子表格程序重新写出
quotation_not_closed = { $place }：引号没有闭合
    .hint = 请闭合引号；如果它属于文字，请写两个
control_character = { $place }：有控制字符（{ $character }），文字中不会有
    .hint = 请删除它，或用其他程序重新保存
no_such_text = { $place }：工作簿中没有编号为“{ $number }”的文字
    .hint = 请用制作它的程序重新保存工作簿
too_many_rows = 超过 { $limit } 行
too_many_columns = 超过 { $limit } 列
too_many_cells = 超过 { $limit } 个单元格
too_far_a_cell = 有单元格在第 { $limit } 列之后
too_long_a_value = 该值超过 { $limit } 字
too_long_a_text = 有文字超过 { $limit } 字
too_many_keys = 词条的不同键超过 { $limit } 个
too_many_units = 超过 { $limit } 个单元
too_many_pieces = 一个词条超过 { $limit } 个部分
nested_too_deep = 元素嵌套超过 { $limit } 层
own_entities = 文件自行定义了实体

## 写出的文件

target_is_folder = “{ $path }”是文件夹
    .hint = 请给出文件名
name_taken = “{ $path }”已存在
    .hint = 请另取名称
no_folder = 文件夹“{ $path }”不存在
    .hint = 请先建立，或换个位置
write_forbidden = 没有权限写入“{ $path }”
    .hint = 请换个位置，或更改文件夹的权限
no_room = 没有空间写入“{ $path }”
    .hint = 请腾出磁盘空间，或换个磁盘
not_written = 无法写入“{ $path }”：{ $detail }
game_not_json = 从第 { $at } 字节起不是 JSON
one_language_only = 游戏文本和数据里放不下两种语言
    .hint = 请去掉 { FLAG("--bilingual") }
quotation_never_closed = 从第 { $at } 字节起的引号没有结束
data_unchosen = 没有说明哪些字符串是文本；有：{ $names }
    .hint = 请用 { FLAG("--text NAME") } 指出一列或一条路径
data_not_found = 没有“{ $name }”；有：{ $names }
    .hint = 请用 { FLAG("--text NAME") } 指出一列或一条路径
no_value_beside = “{ $path }”旁边没有字符串“{ $name }”
    .hint = 请去掉 { FLAG("--into") }，译文将写在原文的位置
no_cell_beside = 第 { $row } 行没有“{ $name }”列
    .hint = 请去掉 { FLAG("--into") }，译文将写在原文的位置
