import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Route } from "../../../contract/api/route.ts";
import { routes } from "../../../contract/api/routes.ts";
import { MailModel, QueuedMail } from "../../../contract/mails/mails.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { emailTable } from "./email-table.ts";
import { createEmailQueue } from "./mails.ts";

const idOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const causes = new Set(Object.values(emailTable).flatMap((rule) => rule.causes.map(idOf)));

/** Public routes and forms that cause no email. A new one belongs here or in the table. */
const SILENT = new Set([
  "POST /api/auth/logout",
  "POST /api/auth/reset-password/account",
  "GET /api/auth/google",
  "GET /api/auth/oidc",
  "GET /api/auth/link",
  "POST /api/auth/passkey/options",
  "POST /api/auth/passkey/verify",
  "POST /api/auth/second-factor/keep",
  "POST /api/account/deletion/undo",
  "GET /api/handles",
  "POST /api/public/signups/form",
  "POST /api/public/checkout",
  "POST /api/public/checkout/:checkoutToken/cancel",
  "POST /api/public/orders/:orderToken/renew",
  "POST /api/public/analytics",
  "GET /api/orders/download/:downloadToken",
  "GET /api/public/config",
  "GET /api/public/creator/:handle",
  "GET /api/public/qr",
  "GET /api/public/checkout/:checkoutToken",
  "GET /api/public/orders/:orderToken",
  "POST /checkout/start",
  "POST /orders/:token",
  "POST /orders/:token/download",
  "POST /sandbox/checkout/:id",
  "POST /sandbox/onboarding/:id",
  "POST /sandbox/portal/:id",
  "POST /unsubscribe/:token",
  "POST /signup/:token",
]);

test("every kind of email has a rule, and every rule a kind", () => {
  const kinds = [QueuedMail, ...MailModel.options.slice(1)].flatMap((schema) =>
    "options" in schema ? schema.options.map((option) => option.shape.mail.value) : [schema.shape.mail.value],
  );
  expect(Object.keys(emailTable).sort()).toEqual([...new Set(kinds)].sort());
});

test("docs/email.md has a row for every kind of email, and no others", async () => {
  const text = await readFile(new URL("../../../docs/email.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| ([^|]+?) \|/gm)].map(([, first = ""]) => first.split(":")[0] ?? "");
  const others = ["Email", "receipt again", "test of such news", "test email"];
  expect(rows.filter((row) => !others.includes(row) && !/^-+$/.test(row)).sort()).toEqual(
    [...new Set(Object.values(emailTable).map(({ row }) => row))].sort(),
  );
});

test("every public route and form is a cause of an email or known to cause none", () => {
  const api: Route[] = Object.values(routes).flatMap((group) => Object.values(group));
  const all = [
    ...api.filter(({ access }) => access === "public"),
    ...Object.values(pageRoutes).filter(({ method }) => method === "POST"),
  ].map(idOf);
  expect(all.filter((id) => !causes.has(id) && !SILENT.has(id))).toEqual([]);
  expect([...SILENT].filter((id) => causes.has(id) || !all.includes(id))).toEqual([]);
});

test("what anyone can send to a recipient of their choice has caps by IP and mailbox, and one client cannot use up a mailbox's", () => {
  const open = Object.entries(emailTable).filter(([, { by, to }]) => by === "anyone" && to === "chosen");
  expect(open.length).toBeGreaterThan(3);
  for (const [kind, { caps }] of open) {
    expect(caps.ip, kind).not.toBeNull();
    expect(caps.mailbox, kind).not.toBeNull();
    const [client, mailbox] = [caps.client, caps.mailbox].map((cap) => (cap === "once" ? null : cap));
    expect(client?.points, kind).toBeLessThan(mailbox?.points ?? 0);
    expect(client?.seconds, kind).toBe(mailbox?.seconds);
  }
});

test("a kind of email without a rule is not queued", async () => {
  const queue = createEmailQueue({ jobs: {} as never, publicUrl: "https://shop.example" });
  const mail = { mail: "unknown", links: { main: { to: "page", path: "/" } } } as never;
  await expect(queue.enqueueEmail({} as never, { to: "a@example.org", mail, cause: "x" })).rejects.toThrow(
    "have no rule",
  );
});
