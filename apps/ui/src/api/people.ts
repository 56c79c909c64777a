// Why: the requests about accounts: who is logged in, who is a member, and what lets somebody in.
import { client, ok } from "./client.ts";
import type { MailFrequency, OidcReturned, Role } from "./types.ts";

export const me = () => ok(client.GET("/api/v1/me"));
export const logIn = (login: string, password: string) =>
  ok(client.POST("/api/v1/login", { body: { login, password } }));
export const beginOidc = () => ok(client.POST("/api/v1/oidc/begin"));
export const finishOidc = (body: OidcReturned) => ok(client.POST("/api/v1/oidc/finish", { body }));
export const beginLink = (password: string) => ok(client.POST("/api/v1/me/identity", { body: { password } }));
export const linkIdentity = (body: OidcReturned) => ok(client.PUT("/api/v1/me/identity", { body }));
export const unlinkIdentity = () => ok(client.DELETE("/api/v1/me/identity"));
export const logOut = () => ok(client.DELETE("/api/v1/session"));
export const join = (body: { secret: string; name: string; login: string; password: string }) =>
  ok(client.POST("/api/v1/join", { body }));
export const changePassword = (current: string, password: string) =>
  ok(client.PUT("/api/v1/me/password", { body: { current, new: password } }));
export const credentials = () => ok(client.GET("/api/v1/me/credentials"));
export const endCredential = (credential: number) =>
  ok(client.DELETE("/api/v1/me/credentials/{credential}", { params: { path: { credential } } }));
export const makeToken = (name: string, role: Role | null, days: number) =>
  ok(client.POST("/api/v1/me/tokens", { body: { name, role, days } }));
export const mailChoice = () => ok(client.GET("/api/v1/me/mail"));
export const changeMail = (address: string | null, frequency: MailFrequency) =>
  ok(client.PUT("/api/v1/me/mail", { body: { address, frequency } }));
export const mailConfirmation = () => ok(client.POST("/api/v1/me/mail/confirmation"));
export const audit = (cursor?: string) =>
  ok(client.GET("/api/v1/audit", { params: { query: { limit: 100, cursor } } }));
export const people = () => ok(client.GET("/api/v1/people"));
export const changeRole = (person: string, role: Role | null, book?: string) =>
  ok(client.PUT("/api/v1/people/{person}/role", { params: { path: { person } }, body: { role, book: book ?? null } }));
export const removePerson = (person: string) =>
  ok(client.DELETE("/api/v1/people/{person}", { params: { path: { person } } }));
export const invitations = () => ok(client.GET("/api/v1/invitations"));
export const invite = (role: Role, days: number, book: string | null) =>
  ok(client.POST("/api/v1/invitations", { body: { role, days, book } }));
export const takeBack = (invitation: number) =>
  ok(client.DELETE("/api/v1/invitations/{invitation}", { params: { path: { invitation } } }));
