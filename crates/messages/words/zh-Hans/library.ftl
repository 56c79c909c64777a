# 每条消息的值说明发生了什么，.hint 说明该怎么办。
# 提示里要输入的内容写成 COMMAND("…")、FLAG("…") 或 SETTING("…")，测试会逐一核对。

## 书库文件

not_a_library = “{ $path }”不是 Tsumugi 书库
    .hint = 请用 { FLAG("--library") } 指定其他文件；该文件未被改动
is_folder = “{ $path }”是文件夹，而书库是一个文件
    .hint = 请指定其中的文件，例如 `{ $path }/library.db`
newer_library = 书库“{ $path }”由更新版本的 Tsumugi 写入（格式为 { $found }，本程序读取格式 { $known }）
    .hint = 请升级 Tsumugi；未作任何改动
older_library = 书库“{ $path }”的格式为 { $found }，本程序读取格式 { $known }
    .hint = 请用写入它的 Tsumugi 对每本书运行 { COMMAND("tsumugi bundle") }，再在这里运行 { COMMAND("tsumugi unbundle") }；成员、角色、预算、操作日志和已结束任务的记录不会一并带来；未作任何改动
backup_exists = “{ $path }”已存在
    .hint = 请换一个文件名；备份不会覆盖已有文件
backup_failed = 无法写入“{ $path }”：{ $detail }
    .hint = 请腾出磁盘空间并确认文件夹可写，然后重试；书库未作任何改动
library_forbidden = 没有权限使用书库“{ $path }”
    .hint = 请检查文件及其文件夹的所有者，或用 { FLAG("--library") } 指定其他书库
library_read_only = 书库“{ $path }”只能读取，不能写入
    .hint = 请检查文件及其文件夹的权限
originals_unreachable = 无法读写“{ $place }”中的原始文件：{ $detail }
    .hint = 把 `TSUMUGI_ORIGINALS` 设为它们所在的位置，并检查该位置是否可用
library_half_moved = 正在把书库移到“{ $path }”，尚未完成
    .hint = 用同样的两个位置再次运行 { COMMAND("tsumugi library move") }，会从中断处继续
library_moved_away = 书库“{ $path }”已移到“{ $to }”，这里不再接受改动
    .hint = 请改用新书库：用 { FLAG("--library") } 指定
library_set_aside = “{ $path }”处没有书库，但旁边有恢复备份时移开的“{ $aside }”
    .hint = 用 { COMMAND("tsumugi restore") } 加该文件可以恢复；要在这里新建书库，请先给该文件改名
library_not_empty = “{ $path }”不是空的
    .hint = 请把书库移到新文件或空数据库
library_moved_differs = 书库已移到“{ $path }”，但其中的表“{ $table }”与原来不同
    .hint = 请删除那里写入的内容后重新移动；原来的书库没有变化
library_not_a_file = 书库“{ $path }”在数据库中，不能作为文件复制
    .hint = 请用数据库自带的工具备份，例如 pg_dump
database_unreachable = 无法打开书库“{ $path }”：{ $detail }
    .hint = 请确认数据库正在运行，地址、用户和密码正确，并且是为书库创建的
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
in_trash = 该文件的书在回收站中：“{ $title }”（{ $book }）
    .hint = { COMMAND("tsumugi trash restore BOOK", $book) } 可还原；{ COMMAND("tsumugi trash delete BOOK", $book) } 将其删除，之后可重新导入该文件
looks_like_another_book = 该文件中只有“{ $title }” { $n_lines } 行中的 { $n_kept } 行，看来是另一本书；没有任何改动
    .hint = 不加 { FLAG("--revises") } 可作为单独的书导入；若确是新版本，请加 { FLAG("--force") }
earlier_edition = 该文件是“{ $title }”（{ $book }）的旧版
    .hint = 用 { FLAG("--revises") } 加 `{ $book }` 可退回旧版；要重新导入，请先移除该书
too_large = 书太大：{ $what }
no_such_book = 书库中没有“{ $text }”这本书
    .hint = { COMMAND("tsumugi books") } 列出所有书
ambiguous_book = “{ $text }”可能是以下任何一本：{ $candidates }
    .hint = 请使用编号，或在书名后加语言，如 `TITLE@en`
which_book = 指的是哪本书：{ $candidates }？
    .hint = 请写出其中一本：编号、书名或文件名
not_full_name = “{ $text }”只是名称的一部分；此处需要全名：{ $candidates }
    .hint = 请使用编号，或完整书名加语言，如 `TITLE@en`
translated_into = “{ $title }”（{ $book }）已译成 { $language }，因此保持该语言
    .hint = { COMMAND("tsumugi translate BOOK --to LANG", $book, $wanted) } 会在旁边另建 { $wanted } 版
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
series_unnamed = 没有写系列的名称
    .hint = 请写在书的后面
no_series_named = 没有名为“{ $name }”且含该语言书籍的系列
    .hint = { COMMAND("tsumugi series") } 列出所有系列
title_empty = 书名为空
    .hint = 请给出原文书名
no_such_person = 这里没有 `{ $text }` 这个成员
no_such_invitation = 这个邀请已经用过、被收回或已过期
    .hint = 请向所有者要一个新链接
login_taken = 已有人用 `{ $login }` 登录
    .hint = 请换一个登录名
last_owner = 最后一位所有者不能移除，也不能降级
    .hint = 请先让另一位成员成为所有者
nothing_to_review = 段落 `{ $paragraph }` 没有可审校的译文
    .hint = 请先翻译该段
not_an_approver = 只有编辑和所有者可以批准译文、更改已批准的译文：段落 `{ $paragraph }`
    .hint = 请写成建议，或者发表评论
given_to_others = 段落 `{ $paragraph }` 所在的章已分配给别人
    .hint = 请写成建议，或者发表评论
no_such_assignment = 没有 `{ $id }` 这项分工
no_such_comment = 段落 `{ $paragraph }` 没有第 { $number } 条评论
protected = 段落 `{ $paragraph }` 已锁定、已审校或是人写的文字，只有人才能更换显示的版本
settled_by_person = { $what } 已由人定下，只有人才能更改
edit_conflict = 段落 `{ $paragraph }` 刚被改动过
    .hint = 请先看现在的内容，再做一次
instructions_conflict = 说明刚被改动过
    .hint = 请先看现在的内容，再写一次

## 改动

no_such_change = 书库中没有改动 `{ $change }`
nothing_to_undo = 书 `{ $book }` 中没有可撤销的改动
not_own_change = 改动 `{ $change }` 不是你所做且仍有效的改动
    .hint = 这里只能撤销自己的改动
overwritten = 改动 `{ $change }` 的全部内容此后又被改过
    .hint = { COMMAND("tsumugi history") } 列出之后的改动；请先撤销它们
already_undone = 改动 `{ $change }` 已被 `{ $by }` 撤销
    .hint = 撤销 `{ $by }` 即可恢复

## 系列的资料

entry_taken = { $key } 已存在
    .hint = 请修改该条，或用新编号另建一条
entry_changed = { $key } 刚被改动过（你从第 { $based_on } 版开始，现在是第 { $present } 版）
    .hint = 请看现在的内容后再改一次
no_such_entry = 没有 { $key }
    .hint = 可能已被删除；{ COMMAND("tsumugi undo") } 可恢复
entry_duplicate = “{ $source_text }”已是同类术语（术语 { $existing }）
    .hint = 请改那一条
entry_settled = { $key } 已由人定为 { $standing }，只有人才能更改

## 对书的操作

not_the_other_chinese = “{ $title }”不是另一种字体的中文
    .hint = `zh-Hans` 的书可转为 `zh-Hant`，反之亦可；其他语言请用 { COMMAND("tsumugi translate") }
no_character_tables = 无法使用字表：{ $detail }
    .hint = 请报告此问题
no_pattern = 这不是正则表达式：{ $detail }
nothing_to_find = 没有要查找的文字，或文字太长
    .hint = 请给出几个词
nothing_found = 段落 `{ $paragraph }` 中没有这样的检查结果
    .hint = { COMMAND("tsumugi check BOOK --severity info") } 列出检查结果
no_reason = 忽略检查结果要写明理由
    .hint = 请加上 { FLAG("--reason TEXT") }
not_mergeable = { $one } 不能并入 { $other }
    .hint = 名字并入人物，术语并入同一个词的术语
proposal_gone = { $entry } 已不存在
    .hint = 可能已被删除或合并；请重新列出提议
