import { createConfig, lintFromString } from "@redocly/openapi-core";
import type { Route } from "../../contract/api/route.ts";
import { routes } from "../../contract/api/routes.ts";
import { describeApi } from "../../server/platform/http/open-api.ts";

/** Redocly's strict rules, without two that contradict promised routes. */
const RULES: Parameters<typeof createConfig>[0] = {
  extends: ["recommended-strict"],
  rules: {
    // The methods of `/api/orders/download/{downloadToken}` and `/api/orders/{id}/resend` differ, so no request matches both.
    "no-ambiguous-paths": "off",
    // The links of emails and of the identity provider respond with a redirect.
    "operation-2xx-response": "off",
  },
};

/** Returns the API document as a site at this URL would serve it. */
export function apiDocument(publicUrl = "https://shop.example.org"): string {
  const all = Object.values(routes).flatMap((group): Route[] => Object.values(group));
  return JSON.stringify(
    describeApi(all, { name: "Tessera", publicUrl, cookie: "tessera_session", version: "0.0.0" }),
  );
}

/** Returns the findings of a public linter in the API document, one line each. */
export async function lintApiDocument(source = apiDocument()): Promise<string[]> {
  const problems = await lintFromString({ source, config: await createConfig(RULES) });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`,
  );
}

if (import.meta.main) {
  const problems = await lintApiDocument();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
