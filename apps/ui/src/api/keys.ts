// Why: the requests about keys of the library, which go in and never come out.
import { client, ok } from "./client.ts";

const of = (service: string) => ({ params: { path: { service } } });

export const keys = () => ok(client.GET("/api/v1/keys"));
export const setKey = (service: string, key: string) =>
  ok(client.PUT("/api/v1/keys/{service}", { ...of(service), body: { key } }));
export const removeKey = (service: string) => ok(client.DELETE("/api/v1/keys/{service}", of(service)));
