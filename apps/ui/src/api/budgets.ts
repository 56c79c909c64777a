// Why: the requests about monthly budgets and who spent what.
import { client, ok } from "./client.ts";
import type { BudgetRequest } from "./types.ts";

export const budgets = (months: number) => ok(client.GET("/api/v1/budgets", { params: { query: { months } } }));
export const setBudget = (body: BudgetRequest) => ok(client.PUT("/api/v1/budgets", { body }));
