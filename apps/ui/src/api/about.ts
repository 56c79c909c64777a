// Why: which program answers, and the token it may ask for.
import { client, ok } from "./client.ts";

export const about = () => ok(client.GET("/api/v1/about"));
export const openSession = (token: string) => ok(client.POST("/api/v1/session", { body: { token } }));
