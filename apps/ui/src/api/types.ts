// Why: short names for the shapes the server's own description defines, so that views do not spell out the path to them.
import type { components } from "./schema.ts";

type Shapes = components["schemas"];

export type About = Shapes["About"];
export type BookCard = Shapes["BookCard"];
export type BookPage = Shapes["BookPage"];
export type ChapterCard = Shapes["ChapterCard"];
export type ImportedBook = Shapes["ImportedBook"];
export type Paragraph = Shapes["Paragraph"];
export type Outline = Shapes["Outline"];
export type Piece = Shapes["Piece"];
export type ParagraphFinding = Shapes["ParagraphFinding"];
export type SearchHit = Shapes["SearchHit"];
export type Version = Shapes["Version"];
export type Versions = Shapes["Versions"];
export type Changed = Shapes["Changed"];
export type Suggestion = Shapes["Suggestion"];
export type Conflict = Shapes["Conflict"];
export type Change = Shapes["Change"];
export type Undone = Shapes["Undone"];
export type Replaced = Shapes["Replaced"];
export type RunRequest = Shapes["WishRequest"];
export type Estimate = Shapes["Estimate"];
export type Run = Shapes["Run"];
export type RunPage = Shapes["RunPage"];
export type Question = Shapes["Question"];
export type Task = Shapes["Task"];
export type Usage = Shapes["Usage"];
export type Cost = Shapes["Cost"];
export type CostRow = Shapes["CostRow"];
export type Model = Shapes["Model"];
export type NewModel = Shapes["NewModel"];
export type ModelTrial = Shapes["ModelTrial"];
export type Settings = Shapes["Settings"];
export type Instructions = Shapes["Instructions"];
export type Prompt = Shapes["Prompt"];
export type CertificatePage = Shapes["CertificatePage"];
