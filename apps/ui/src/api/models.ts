// Why: the requests about models, settings and prompts.
import { client, ok } from "./client.ts";
import type { ModelSettingsPatch, NewModel } from "./types.ts";

export const models = () => ok(client.GET("/api/v1/models"));
export const addModel = (body: NewModel) => ok(client.POST("/api/v1/models", { body }));
export const priceModel = (name: string, usd_per_million_input: number, usd_per_million_output: number) =>
  ok(client.PATCH("/api/v1/models", { body: { name, usd_per_million_input, usd_per_million_output } }));
export const removeModel = (name: string) => ok(client.DELETE("/api/v1/models", { params: { query: { name } } }));
export const testModel = (model: string) => ok(client.POST("/api/v1/models/test", { body: { model } }));
/** What is set for a model, and what holds where nothing is. */
export const modelSettings = (name: string) =>
  ok(client.GET("/api/v1/models/settings", { params: { query: { name } } }));
export const changeModelSettings = (name: string, body: ModelSettingsPatch) =>
  ok(client.PATCH("/api/v1/models/settings", { params: { query: { name } }, body }));
/** The models a service says it has. */
export const offeredModels = (service: string) =>
  ok(client.GET("/api/v1/models/offered", { params: { query: { service, limit: 500 } } }));
export const settings = () => ok(client.GET("/api/v1/settings"));
export const changeSettings = (body: { default_model?: string; ask_above_usd?: number }) =>
  ok(client.PATCH("/api/v1/settings", { body }));
/** What a model is sent first, for the language the book is translated into. */
export const prompt = (book: string, kind: "translation" | "polish" | "proofreading", chapter: string) =>
  ok(
    client.GET("/api/v1/books/{book}/prompt", {
      params: { path: { book }, query: { kind, ...(chapter ? { chapter } : {}) } },
    }),
  );
