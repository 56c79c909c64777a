//! What the checks are called in Chinese; in English they carry their own names.

use super::words::PageLanguage;
use checks::catalogue;

/// The name of a check in words.
pub(super) fn name(code: &str, language: PageLanguage) -> String {
    let chinese = CHINESE.iter().find(|(known, _)| *known == code).map(|(_, name)| (*name).to_owned());
    match (language, chinese) {
        (PageLanguage::Chinese, Some(name)) => name,
        (PageLanguage::Chinese | PageLanguage::English, _) => english(code),
    }
}

fn english(code: &str) -> String {
    let single = catalogue::ALL.iter().find(|check| check.code().as_str() == code).map(|check| check.name());
    let name = single.unwrap_or_else(|| {
        let whole = catalogue::sequence_checks();
        whole.iter().find(|check| check.code().as_str() == code).map_or("", |check| check.name())
    });
    name.replace('-', " ")
}

const CHINESE: &[(&str, &str)] = &[
    ("A2", "译文为空"),
    ("A3", "照抄原文"),
    ("A4", "长度异常"),
    ("A5", "漏句"),
    ("A6", "内容覆盖不足"),
    ("A7", "译文错位"),
    ("A8", "段界漂移"),
    ("A9", "与邻段重复"),
    ("A10", "同文异译"),
    ("A11", "结尾截断"),
    ("A12", "残留原文"),
    ("A13", "章节总量异常"),
    ("B1", "源语文字残留"),
    ("B2", "拉丁词残留"),
    ("B3", "语言不对"),
    ("B4", "简繁混用"),
    ("B5", "异体汉字"),
    ("B6", "全半角"),
    ("B7", "中西文间距"),
    ("B8", "汉字间空格"),
    ("B9", "乱码"),
    ("B10", "漏译单词"),
    ("C1", "术语不符"),
    ("C2", "人名漂移"),
    ("C3", "拼写近似"),
    ("C4", "术语冲突"),
    ("C5", "知识写入"),
    ("C6", "敬称"),
    ("C7", "称呼"),
    ("C8", "代词性别"),
    ("C9", "语气"),
    ("C10", "口吃"),
    ("C11", "时态"),
    ("D1", "数字"),
    ("D2", "汉字数目"),
    ("D3", "日期"),
    ("D4", "引号不配对"),
    ("D5", "引号种类"),
    ("D6", "对话丢失"),
    ("D7", "说话人"),
    ("D8", "标点丢失"),
    ("D9", "省略号"),
    ("D10", "括号不配对"),
    ("D11", "标点空格"),
    ("D12", "多余空格"),
    ("D13", "叠词"),
    ("D14", "换行"),
    ("E1", "死循环"),
    ("E2", "重复"),
    ("E3", "模型闲话"),
    ("E4", "思考泄漏"),
    ("E5", "标记泄漏"),
    ("E6", "擅加注释"),
    ("E7", "增译"),
    ("E8", "改稿走样"),
    ("E9", "上文串入"),
    ("F1", "标签"),
    ("F2", "注音"),
    ("F3", "标题"),
    ("F4", "诗行"),
    ("F5", "提示注入"),
    ("F6", "抓取垃圾"),
    ("F7", "语气被弱化"),
];

#[cfg(test)]
mod tests {
    use super::{CHINESE, name};
    use crate::quality::PageLanguage;
    use checks::catalogue;

    #[test]
    fn every_check_has_a_name_in_both_languages() {
        let whole = catalogue::sequence_checks();
        let codes =
            catalogue::ALL.iter().map(|check| check.code()).chain(whole.iter().map(|check| check.code()));
        for code in codes {
            let code = code.as_str();
            assert!(!name(code, PageLanguage::English).is_empty(), "{code}");
            assert!(CHINESE.iter().any(|(known, _)| *known == code), "{code}");
        }
    }
}
