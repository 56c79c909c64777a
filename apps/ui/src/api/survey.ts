// Why: the requests about reading a book before it is translated, and about judging what that proposes.
import { client, ok } from "./client.ts";
import type { components } from "./schema.ts";

type Shapes = components["schemas"];
export type SurveyRequest = Shapes["SurveyRequest"];
export type SurveyEstimate = Shapes["SurveyEstimate"];
export type SurveyPiece = Shapes["SurveyPiece"];
export type Proposal = Shapes["Proposal"];
export type Decision = Shapes["DecisionRequest"];

const of = (book: string) => ({ params: { path: { book } } });

export const planSurvey = (book: string, body: SurveyRequest, signal: AbortSignal) =>
  ok(client.POST("/api/v1/books/{book}/survey/plan", { ...of(book), body, signal }));

export const beginSurvey = (book: string, body: SurveyRequest) =>
  ok(client.POST("/api/v1/books/{book}/survey", { ...of(book), body }));

export const surveyPieces = (run: string, cursor?: string) =>
  ok(client.GET("/api/v1/runs/{run}/survey", { params: { path: { run }, query: { limit: 50, cursor } } }));

export const proposals = (book: string, limit: number) =>
  ok(client.GET("/api/v1/books/{book}/proposals", { params: { path: { book }, query: { limit } } }));

export const decide = (book: string, decisions: Decision[]) =>
  ok(client.POST("/api/v1/books/{book}/proposals", { ...of(book), body: { decisions } }));
