// Why: a tale of our own, short enough to be seen whole, with its translations written down, so that pictures of the page
// show what people will see and not placeholders.

export type Target = "en" | "zh-Hans";

interface Line {
  source: string;
  en: string;
  "zh-Hans": string;
}

const line = (source: string, en: string, zh: string): Line => ({ source, en, "zh-Hans": zh });

export const TITLE = { source: "糸の町", en: "The Town of Threads", "zh-Hans": "丝线之町" };

const AUTHOR = { source: "作者不詳", en: "Author unknown", "zh-Hans": "佚名" };

export const CHAPTERS: Line[][] = [
  [
    line("第一章　糸屋の朝", "Chapter One: Morning at the Thread House", "第一章　线铺的清晨"),
    line("　朝の霧が、川の上にまだ残っていた。", "The morning mist still lay over the river.", "晨雾还留在河面上。"),
    line(
      "　｜澪《みお》は千歳屋の戸を開け、三十七本の糸巻きを数えた。",
      "Mio opened the door of Chitoseya and counted the thirty-seven spools.",
      "澪推开千岁屋的门，数了数三十七个线轴。",
    ),
    line("「一本、足りない」と澪は言った。", "“One is missing,” said Mio.", "“少了一个。”澪说。"),
    line(
      "　｜綾女《あやめ》は振り返らずに答えた。「足りないのではない。まだ来ていないのだ」",
      "Ayame answered without turning round. “It is not missing. It has not come yet.”",
      "绫女头也不回地答道：“不是少了，是还没来。”",
    ),
    line("　窓の外で、誰かが鈴を鳴らした。", "Outside the window somebody rang a bell.", "窗外，有人摇响了铃。"),
  ],
  [
    line("第二章　灯りの番人", "Chapter Two: The Keeper of Lights", "第二章　守灯人"),
    line(
      "　夜になると、町の灯りは一つずつ消えていった。",
      "At night the lights of the town went out one by one.",
      "入夜，町里的灯一盏一盏熄灭了。",
    ),
    line(
      "　千歳屋の灯りだけが、朝まで消えなかった。",
      "Only the light of the Chitose House burned until morning.",
      "只有千年屋的灯，一直亮到天明。",
    ),
    line(
      "「糸は声を運ぶ」と綾女は言った。「だから静かに紡ぎなさい」",
      "“Threads carry voices,” said Ayame. “So spin quietly.”",
      "“线会传递声音。”绫女说，“所以要静静地纺。”",
    ),
    line(
      "　千歳屋の夜は長い。澪は黙ってうなずいた。",
      "The nights of the Chitose House were long. Mio nodded without a word.",
      "千年屋的夜很长。澪默默点了点头。",
    ),
  ],
  [
    line("第三章　三十八本目", "Chapter Three: The Thirty-Eighth", "第三章　第三十八个"),
    line(
      "　その朝、千歳屋の棚には三十八本の糸巻きが並んでいた。",
      "That morning thirty-eight spools stood on the shelf of Chitoseya.",
      "那天早晨，千岁屋的架上摆着三十八个线轴。",
    ),
    line("「来たのね」と澪は笑った。", "“So it came,” Mio laughed.", "“它来了呢。”澪笑了。"),
    line("　川の霧は、もうなかった。", "The mist on the river was gone.", "河上的雾，已经散了。"),
  ],
];

/** The file as it is imported, in Aozora notation. */
export const FILE = `${TITLE.source}\n${AUTHOR.source}\n\n${CHAPTERS.map((lines) => lines.map((one) => one.source).join("\n\n")).join("\n\n")}\n`;

const bare = (text: string) => text.replace(/[｜\s　]|《[^》]*》|<[^>]*>/g, "");

/** The translation of a line as a model is shown it, whatever its markup. */
export function translated(text: string, target: Target): string | undefined {
  const wanted = bare(text);
  const all = [...CHAPTERS.flat(), TITLE, AUTHOR];
  return all.find((one) => bare(one.source) === wanted)?.[target];
}
