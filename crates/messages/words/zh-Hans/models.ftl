## 模型与服务

model_authentication = “{ $service }”拒绝了密钥：{ $detail }
    .hint = 请检查密钥是否有效、是否可用于该模型
model_quota = “{ $service }”的账户余额不足：{ $detail }
    .hint = 请充值，或换一个模型
model_rate_limited = “{ $service }”暂时拒绝了请求：{ $detail }
    .hint = 请稍候，或为该模型设置 { SETTING("requests_per_minute") } 或 { SETTING("concurrency") }
model_context_too_long = 请求超出“{ $service }”上模型的长度：{ $detail }
    .hint = 请用更小的分块，或窗口更大的模型
model_refused = “{ $service }”上的模型拒绝回答：{ $detail }
    .hint = 这一段请换一个模型
model_rejected = “{ $service }”不接受该请求（状态 { $status }）：{ $detail }
    .hint = 请用 { COMMAND("tsumugi models test") } 检查模型名称和选项
model_truncated = “{ $service }”的回复被截断：{ $detail }
    .hint = 请为该模型设置更高的 { SETTING("max_output") }，或用更小的分块
model_malformed = 无法读取“{ $service }”的回复：{ $detail }
    .hint = 请用 { COMMAND("tsumugi models test") } 检查地址和协议
model_degenerate = “{ $service }”上的模型不断重复或停不下来：{ $detail }
    .hint = 请重试、用更小的分块，或换一个模型
model_network = 无法连接“{ $service }”：{ $detail }
    .hint = 请检查网络、地址和代理，以及本地服务是否已启动
model_not_running = { $name } 没有在 { $address } 运行
    .hint = { $how }
model_timeout = “{ $service }”未在时限内回复：{ $detail }
    .hint = 请重试，或为该模型设置更长的 { SETTING("first_token_timeout") } 或 { SETTING("timeout") }
model_server = “{ $service }”出错，状态 { $status }：{ $detail }
    .hint = 请稍后重试
model_program = 程序“{ $program }”失败：{ $detail }
    .hint = 请手动用一行文字运行它，看看出了什么问题
model_cancelled = 发往“{ $service }”的请求已取消
    .hint = 继续运行即可再次请求
model_budget = 预算不允许再发请求：{ $detail }
    .hint = 请提高上限，或稍后继续

## 设置、密钥与模型名称

no_settings_folder = 此账户没有主文件夹，无法保存设置
    .hint = 请用环境变量 `TSUMUGI_CONFIG` 指定一个文件夹
no_library_folder = 此账户没有主文件夹，无法保存书库
    .hint = 请用 { FLAG("--library") } 指定一个文件
cannot_read = 无法读取“{ $path }”
cannot_write = 无法写入“{ $path }”
not_a_file = “{ $path }”不是文件
settings_garbled = 无法理解“{ $path }”：{ $detail }
    .hint = 请改正该文件；把它移走则恢复默认设置
learned_garbled = 无法理解“{ $path }”
    .hint = { COMMAND("tsumugi models learned --forget") } 可重新开始
open_to_others = 本机的其他用户能读取“{ $path }”
    .hint = `chmod 600 { $path }`
keyring_refused = 密钥 `{ $variable }` 在系统的钥匙串中，但无法取得：{ $why }
    .hint = 解锁钥匙串，或用 { COMMAND("tsumugi models add") } 重新输入密钥；`TSUMUGI_KEYRING=off` 会把它保存到文件
vendor_no_table = 设置中的 `vendors.{ $service }` 不是一张表
not_on_this_machine = “{ $model }”位于 { $host }，而现在只允许使用本机的模型
    .hint = 请选本机的模型，或去掉 { FLAG("--local-only") }、`TSUMUGI_LOCAL_ONLY` 和设置 `local_only`
which_model = “{ $service }”是一项服务；要用它的哪个模型？
    .hint = 请写成 `{ $service }/模型名`
which_model_of = “{ $service }”是一项服务；要用它的哪个模型？
    .hint = 请写成 `{ $service }/模型名`，例如 { $known }
key_of_another = `{ $variable }` 中的密钥属于 { $owner }，不会发给 { $origin }
    .hint = 请用 { COMMAND("tsumugi models add") } 为该地址另取名称并添加密钥
quote_not_closed = `command:{ $text }` 中有引号没有闭合
    .hint = 请用成对的引号括住属于同一项的内容
command_empty = `command:` 后面要写程序
    .hint = 一个读入文字、写出译文的程序，例如 `--model "command:apertium -u eng-spa"`
no_such_program = 没有程序“{ $program }”
    .hint = 请安装它，或写出完整路径
bad_header = “{ $name }”不能作为请求头
    .hint = 名称只能用字母、数字和 `-`，值只能是一行，最多 8 KB
setting_has_null = “{ $key }”里含有 `null`，设置文件无法保存
    .hint = 请去掉该字段
service_name = “{ $name }”不能用作服务名
    .hint = 请只用字母、数字、`-` 和 `_`
service_built_in = “{ $name }”是内置的服务
    .hint = 请为该地址另取名称
no_such_service = 没有服务“{ $name }”
    .hint = { COMMAND("tsumugi models list") } 列出所有服务
service_not_yours = “{ $name }”是内置的，不能移除
    .hint = 只能移除你自己添加的地址
services_garbled = 模型服务的配置有误：{ $detail }
    .hint = 请与 { COMMAND("tsumugi models list") } 对照
no_such_model = 没有模型“{ $name }”
    .hint = 请写成 `服务/模型`，服务是其中之一：{ $known }
ambiguous_model = 多项服务都有“{ $name }”：{ $services }
    .hint = 请写成 `服务/{ $name }`
no_key = 没有“{ $vendor }”的 API 密钥
    .hint = 请设置 `{ $variable }`，或用 { COMMAND("tsumugi models add") } 添加密钥
prices_garbled = 无法读取价格表：{ $detail }
    .hint = 请与 docs/models.md 中的价格表对照
not_a_day = 价格表中的“{ $day }”不是日期
    .hint = 请写成 `2026-11-16`
cassette_unreadable = 无法读取录制文件：{ $detail }
    .hint = 请检查该文件
cassette_line = 录制文件的第 { $line } 行不是请求：{ $detail }
    .hint = 请重新录制
connection_not_prepared = 无法准备连接：{ $detail }
    .hint = 请检查 { SETTING("ca") } 指定的文件
wrong_proxy = 无法使用代理“{ $proxy }”：{ $detail }
    .hint = 格式如 `http://127.0.0.1:7890`
wrong_base_url = “{ $service }”的地址不是网址：{ $detail }
    .hint = 格式如 `https://api.example.com/v1`
wrong_header = 发给“{ $service }”的请求头“{ $name }”无法发送
    .hint = 请去掉换行和不可见字符
dictionary_unusable = 无法使用词典“{ $path }”：{ $detail }
    .hint = 检查会在没有它的情况下继续；设置中的 `dictionaries.{ $source }.{ $target }` 可指定另一部，写 `""` 则不用
dictionary_empty = 其中没有能读的词条
dictionary_too_large = 它超过 { $megabytes } MB
no_batches = “{ $model }”不支持批处理
    .hint = OpenAI、Anthropic 和 Gemini 支持；其他模型请去掉 { FLAG("--batch") }
engine_only_translates = “{ $model }”是只做翻译的程序，不能{ $work ->
        [chat] 谈论一本书
        [survey] 预读一本书
        [polish] 润色译文
       *[proofread] 校对译文
    }
    .hint = 请用 { FLAG("--model") } 另选模型
