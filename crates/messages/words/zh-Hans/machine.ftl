## 设置、查看、备份

welcome = Tsumugi 用语言模型翻译整本书。
    打开网页：`tsumugi serve --open`。翻译文件：`tsumugi translate novel.epub --to zh`。
    全部命令：`tsumugi --help`。
welcome_first = Tsumugi 用语言模型翻译整本书。
    一分钟设置模型：`tsumugi setup`。不用模型先试一试：`tsumugi translate novel.epub --to zh --model rehearsal`。
    打开网页：`tsumugi serve --open`。全部命令：`tsumugi --help`。
backup_written = { $path } 已包含整个书库：{ $n_books } 本书
restore_question = “{ $path }”处已有书库。要用备份替换它吗？原书库会保留在旁边。
restore_not_meant = “{ $path }”处已有书库，且没有确认可以替换
    .hint = 用 { FLAG("--yes") } 确认；原书库会保留在旁边
moving_table = 正在移动 { $table }
library_moved = 书库现在也在“{ $path }”：{ $n_books } 本书，{ $n_rows } 行，已逐一比较
    .hint = 用 { FLAG("--library") } 指定它；原来的书库没有变化
moved_book_differs = 从新书库导出的《{ $title }》与从旧书库导出的不同
    .hint = 请继续使用旧书库，它没有变化
restored = “{ $path }”现在是该备份
restored_kept = 原书库保存为“{ $path }”
doctor_line = { $name ->
        [version] 版本
        [system] 系统
        [library] 书库
        [library_bytes] 书库大小（字节）
        [disk_free_bytes] 书库所在磁盘的可用空间（字节）
        [books] 书的数量
        [library_fault] 书库的问题
        [open_to_others] 不止所有者可以使用
        [settings] 设置文件夹
        [default_model] 默认模型
        [keys_kept_in] 新密钥保存在
        [services_with_key] 已有密钥的服务
        [local_servers] 本机的模型服务
        [dictionaries] 词典
        [proxies] 代理设置于
       *[other] { $name }
    }：
doctor_none = 无
doctor_keyring = 系统的钥匙串
server_is_well = { $server } 的服务器正常
server_does_not_answer = { $server } 的服务器没有响应
setup_wants_terminal = `tsumugi setup` 需要有人回答问题
    .hint = { COMMAND("tsumugi models add") } 可以不经提问完成同样的设置
setup_looking = 正在查找本机的模型服务……
setup_local = { $name }，在本机，免费
setup_which = 选哪一个？输入编号，直接回车则退出：
setup_left = 未作任何改动
    .hint = { COMMAND("tsumugi setup") } 重新开始；{ COMMAND("tsumugi models add") } 可添加未列出的服务
setup_key_page = 密钥在这里创建：{ $page }
setup_open_page = 现在打开这个页面吗？
setup_model_name = { $service } 的模型名称，直接回车则退出：
setup_test_failed = 已保存 `{ $name }`，但测试未通过，没有设为默认
    .hint = { COMMAND("tsumugi models test") } 可再次测试；{ COMMAND("tsumugi setup") } 可另选一个
setup_done = { $name } 已设为默认。翻译一本书：tsumugi translate novel.epub --to zh
