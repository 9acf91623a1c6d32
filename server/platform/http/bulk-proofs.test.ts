import { expect, test } from "vitest";
import { audienceCampaignRoutes } from "../../../contract/api/audience-campaigns.ts";
import { letterRoutes } from "../../../contract/api/letters.ts";
import { marketingRoutes } from "../../../contract/api/marketing.ts";
import type { Route } from "../../../contract/api/route.ts";
import { routes } from "../../../contract/api/routes.ts";

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const all = Object.values(routes).flatMap((group): Route[] => Object.values(group));

/** Files without personal data. */
const WITHOUT_PERSONS = [
  "GET /api/analytics/export",
  "GET /api/admin/reports.csv",
  "GET /api/discounts/series/:id/codes.csv",
];

test("requires a recent proof for every file with the data of many people", () => {
  const files = all.filter(
    ({ access, mediaType, path }) =>
      access !== "public" &&
      (/csv|zip/.test(mediaType ?? "") || /export|\.csv/.test(path.split("/").at(-1) ?? "")),
  );
  const unproven = files.filter(({ method, recent }) => method === "GET" && !recent).map(nameOf);
  expect(unproven.sort()).toEqual([...WITHOUT_PERSONS, "GET /api/account/exports"].sort());
  expect(files.filter(({ recent }) => recent).map(nameOf)).toEqual(
    expect.arrayContaining([
      "GET /api/orders/export.csv",
      "GET /api/orders/books.csv",
      "GET /api/audience/export.csv",
      "GET /api/admin/sellers.csv",
    ]),
  );
});

/** Routes whose service asks for the proof only if an email goes to many people. */
const ASK_THEMSELVES: Route[] = [letterRoutes.create, letterRoutes.update, marketingRoutes.send];
const TO_ONESELF: Route[] = [audienceCampaignRoutes.test];

test("requires a recent proof for every email to many people", () => {
  const causes = [
    marketingRoutes.send,
    audienceCampaignRoutes.send,
    audienceCampaignRoutes.test,
    letterRoutes.create,
    letterRoutes.update,
  ].map(nameOf);
  const sending = all.filter((route) => causes.includes(nameOf(route)));
  expect(sending).toHaveLength(causes.length);
  for (const route of sending.filter(({ recent }) => !recent)) {
    expect([...ASK_THEMSELVES, ...TO_ONESELF].map(nameOf), nameOf(route)).toContain(nameOf(route));
    if (ASK_THEMSELVES.includes(route))
      expect(route.errors?.[403], nameOf(route)).toContain("account.confirm");
  }
});
