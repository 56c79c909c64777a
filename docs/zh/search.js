// 中文没有空格分词，mdBook 自带的索引查不到词中间的字；这里改为在各节的正文中逐字查找。
"use strict";
(() => {
  const bar = document.getElementById("mdbook-searchbar");
  if (!window.elasticlunr || !bar) return;
  bar.placeholder = "搜索本手册……";

  // 结果下方显示的一段：命中处前后各一些字，命中的词用空格隔开，好让 mdBook 标出。
  const excerpt = (text, words) => {
    const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
    const start = Math.max(0, (places.length ? Math.min(...places) : 0) - 20);
    let part = text.slice(start, start + 90);
    for (const word of words) part = part.replaceAll(word, ` ${word} `);
    return part;
  };

  window.elasticlunr.Index.prototype.search = function (asked) {
    const words = asked.toLowerCase().split(/\s+/u).filter(Boolean);
    const results = [];
    for (const [ref, doc] of Object.entries(this.documentStore.docs)) {
      const title = doc.title.toLowerCase();
      const body = doc.body.toLowerCase();
      if (!words.every((word) => title.includes(word) || body.includes(word))) continue;
      const score = words.reduce(
        (sum, word) => sum + (title.includes(word) ? 10 : 0) + body.split(word).length - 1,
        0,
      );
      results.push({ ref, score, doc: { ...doc, body: excerpt(doc.body, words) } });
    }
    return results.sort((one, other) => other.score - one.score);
  };

  // 地址里带有要查的词时，索引可能已经先查过一遍；mdBook 不会把同一个词查两遍，所以换一个词再换回来。
  const asked = bar.value;
  for (const text of asked ? [`${asked}.`, asked] : []) {
    bar.value = text;
    bar.dispatchEvent(new Event("keyup"));
  }
})();
