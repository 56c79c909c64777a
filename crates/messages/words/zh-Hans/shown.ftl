## 标签与数量

label = { $kind ->
        [error] 错误
        [warning] 警告
       *[hint] 提示
    }
n_paragraphs = { $n } 段
n_chunks = { $n } 块
n_chapters = { $n } 章
n_requests = { $n } 个请求
n_entries = { $n } 条
n_terms = { $n } 个术语
n_characters = { $n } 个人物
n_memories = { $n } 条备忘
n_translator_notes = { $n } 条译者注
change_made = { $what }（{ $change }）
takes_it_back = { COMMAND("tsumugi undo BOOK", $book) } 可撤销
nothing_changed = 没有改动
and_more = 还有 { $n } 项
and_more_in_json = 还有 { $n } 项；{ FLAG("--json") } 可列出全部
of_chapter = 第 { $chapter } 章：{ $what }

## 表头

col_number = #
col_id = 编号
col_title = 标题
col_languages = 语言
col_days_left = 剩余天数
col_chapters = 章数
col_translated = 已译
col_paragraphs = 段数
col_paragraph = 段落
col_severity = 等级
col_check = 检查项
col_chapter = 章
col_finding = 问题
col_run = 运行
col_book = 书
col_kind = 类型
col_chunks = 分块
col_ending = 状态
col_usd = 美元
col_budget = 预算
col_monthly_limit = 每月美元
col_spent = 已花
col_held = 预留
col_month = 月份
col_person = 人
col_limit = 上限
col_model = 模型
col_tasks = 任务
col_input = 输入
col_cached = 缓存
col_output = 输出
col_key = 密钥
col_window = 窗口
col_input_price = 输入 $/百万
col_output_price = 输出 $/百万
col_as_of = 价格日期
col_when = 时间 (UTC)
col_who = 操作者
col_what = 改动
col_effects = 项数
col_reason = 理由
col_why = 原因
col_source = 原文
col_translation = 译文
col_note = 备注
col_strictness = 严格程度
col_standing = 状态
col_uses = 次数
col_in_chapters = 各章
col_name = 名字
col_gender = 性别
col_also_called = 别名
col_about = 关于
col_from = 起始章
col_memory = 备忘
col_summary = 摘要
col_alike = 一致
col_unclear = 不明
col_renderings = 各种译法
col_series = 系列
col_books = 书
col_terms = 术语
col_characters = 人物
col_memories = 备忘
col_session = 对话
col_lines = 行数
col_line = 原句
col_word = 词
col_reading = 读音
col_pair = 语言
col_dictionary = 词典
col_licence = 许可
col_place = 位置或获取方式
total = 合计

## 程序也会读到的词

run_kind = { $word ->
        [translation] 翻译
        [polish] 润色
        [proofreading] 校对
        [survey] 预读
        [fix] 修复
        [opinion] 意见
       *[other] { $word }
    }
run_ending = { $word ->
        [at_work] 进行中
        [turned_away] 书被占用
        [open] 未结束
        [finished] 已完成
        [unresolved] 有未完成段落
        [budget] 到达上限
        [interrupted] 已中断
        [failed] 失败
       *[other] { $word }
    }
ledger_state = { $word ->
        [accepted] { $n } 段已接受
        [failed] { $n } 段失败
        [kept] { $n } 段保留原样
        [pending] { $n } 段待处理
       *[other] { $n } { $word }
    }
severity = { $word ->
        [block] 阻断
        [queue] 待查
        [info] 提示
        [autofix] 自动修复
       *[other] { $word }
    }
severity_count = { $word ->
        [block] 阻断 { $n } 处
        [queue] 待查 { $n } 处
        [info] 提示 { $n } 处
       *[other] { $n } { $word }
    }
standing = { $word ->
        [proposed] 待确认
        [confirmed] 已确认
        [rejected] 已拒绝
       *[other] { $word }
    }
gender = { $word ->
        [female] 女
        [male] 男
        [neutral] 中性
       *[other] { $word }
    }
term_kind = { $word ->
        [person] 人名
        [place] 地名
        [organisation] 组织
        [item] 物品
        [skill] 技能
        [title] 称号
        [species] 种族
        [other] 其他
       *[else] { $word }
    }
strictness = { $word ->
        [exact] 必须一致
        [preferred] 优先使用
        [keep_source] 保留原文
       *[other] { $word }
    }
stale_reason = { $word ->
        [source_changed] 原文已改
        [other_language] 目标语言不同
        [other_instructions] 要求不同
        [other_terms] 术语不同
       *[other] { $word }
    }
author = { $word ->
        [person] 你
        [memory] 翻译记忆
       *[checks] 检查
    }
author_assistant = { $model }（助手）
author_model = { $model }（{ $task }）
yes_or_no = { $word ->
        [yes] 是
       *[no] 否
    }
key_status = { $word ->
        [not_needed] 不需要
        [yes] 有
        [missing] 缺少
       *[other] { $word }
    }
n_seconds = { $n } 秒
n_minutes = { $n } 分钟
n_hours = { $n } 小时
language_name = { $tag ->
        [zh] 中文
        [en] 英语
        [ja] 日语
        [ko] 韩语
        [fr] 法语
        [de] 德语
        [es] 西班牙语
        [ru] 俄语
        [it] 意大利语
        [pt] 葡萄牙语
        [vi] 越南语
        [th] 泰语
        [id] 印尼语
        [ar] 阿拉伯语
        [la] 拉丁语
        [nl] 荷兰语
        [pl] 波兰语
        [sv] 瑞典语
        [uk] 乌克兰语
        [tr] 土耳其语
        [el] 希腊语
       *[other] { $name }
    }
