// The language is set before the modules of the console are evaluated.
import "../testing/other-letters.ts";
import { beforeAll, expect, test } from "vitest";
import { type Creator, creatorRoutes } from "../../contract/api/creators.ts";
import type { Route } from "../../contract/api/route.ts";
import { routes } from "../../contract/api/routes.ts";
import { SecondFactor, secondFactorRoutes } from "../../contract/api/second-factor.ts";
import { storefrontRoutes } from "../../contract/api/storefront.ts";
import { consolePageRoutes } from "../../contract/pages/console-page-routes.ts";
import { CURRENCY_CODES } from "../../contract/rules/currencies.ts";
import { formatMoney, listTimeZones, nameOf } from "../../contract/rules/formats.ts";
import { LANGUAGES } from "../../contract/rules/languages.ts";
import { PROFILES, socialLabel } from "../../contract/rules/platforms.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { aConfig, aCreator } from "../testing/console-entities.ts";
import type { FakeServer } from "../testing/fake-server.ts";
import { toLatin } from "../testing/other-letters.ts";
import { pressEverything, untilQuiet } from "../testing/press-everything.ts";
import { renderConsole } from "../testing/render-console.tsx";
import { type Fill, sampleOf } from "../testing/sample-of.ts";
import { shownTexts } from "../testing/shown-texts.ts";
import { FAMILIES } from "../themes/font-families.ts";
import { THEMES } from "../themes/themes.ts";

type Page = keyof typeof consolePageRoutes;
type State = Fill | "failing";
const STATES: readonly State[] = ["full", "mixed", "empty", "failing"];
/** The pages for signing in show nearly nothing of a response. */
const AUTH_STATES: readonly State[] = ["full", "failing"];
type Visit = { query?: string; creator?: Partial<Creator> };

const NAME = "Ωμέγα";
const AT = "2026-11-21T14:05:00.000Z";
const TOKEN = { query: "?token=x" };
/** How pages are opened. All others are opened by their path alone. */
const VISITS: Partial<Record<Page, readonly Visit[]>> = {
  auth: [{}, { query: "?tab=register" }, { query: "?error=oidc_denied" }],
  resetPassword: [{}, TOKEN, { query: "?token=x&for=invitation" }],
  keepSecondFactor: [{}, TOKEN],
  undoDeletion: [{}, TOKEN],
  preparedAccount: [{ creator: { reclaimed_at: AT } }],
  acceptDocuments: [
    {
      creator: {
        pending_documents: [
          { document: "terms", version: "1", url: "/terms", changed: true, since: AT },
          { document: "privacy", version: "1", url: "/privacy", changed: false, since: null },
        ],
      },
    },
  ],
  verified: ["success", "expired", "invalid"].map((status) => ({ query: `?status=${status}` })),
  confirmed: ["success", "failed"].map((status) => ({ query: `?status=${status}` })),
  confirmEmail: [{}, TOKEN],
  undoEmail: [{}, TOKEN],
  dashboard: [{}, { query: "?tile=new" }, { creator: { email_verified_at: null, suspension: "page" } }],
  upgrade: [{}, { query: "?status=success" }, { query: "?status=cancel" }],
};
/** These only lead to others. */
const REDIRECTS: readonly Page[] = ["orderPages", "adminReports"];

const ROUTES: readonly Route[] = Object.values(routes)
  .flatMap((group): Route[] => Object.values(group))
  // The last definition applies, and `/mine` is more exact than `/:id`.
  .sort((one, other) => other.path.split(":").length - one.path.split(":").length);

/** Answers every request of the product from its schema, or with a failure. */
function serve(server: FakeServer, state: State, creator: Creator | null): void {
  for (const [seed, route] of ROUTES.entries()) {
    const [schema] = Object.values(route.responses);
    if (state === "failing") server.fail(route, { status: 500, error: NAME });
    else server.respond(route, () => (schema ? sampleOf(schema, state, seed) : undefined) as never);
    if (!schema && route.method === "GET")
      server.respond({ ...route, method: "HEAD" as never }, undefined as never);
  }
  if (creator) server.respond(creatorRoutes.me, { creator });
  else server.fail(creatorRoutes.me, { status: 401, error: NAME });
  server.respond(storefrontRoutes.config, aConfig({ googleEnabled: true, oidcName: NAME }));
  const factor = sampleOf(SecondFactor, state === "failing" ? "empty" : state) as SecondFactor;
  server.respond(secondFactorRoutes.show, { secondFactor: { ...factor, blocksAdmin: false } });
}

const wordsOf = (text: string) => text.match(/\p{Script=Latin}{2,}/gu) ?? [];
const escaped = (text: string) => text.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&");
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** Names and abbreviations, which are the same in every language. */
const NAMES = [
  ...["Tessera", "Stripe", "Mollie", "Google", "Gumroad", "LinkStack", "LinkBreeze", "LittleLink", "Tiktok"],
  ...["API", "URL", "KB", "MB", "OK", "UTC", "CNAME", "TXT", "AAAA", "XXXX", "webhook-id", "alt+T"],
  "Vitest Browser Tester",
  ...Object.values(THEMES).map(({ label }) => label),
  ...Object.values(FAMILIES).map(({ name }) => name),
  ...PROFILES.map(socialLabel),
  ...CURRENCY_CODES.flatMap((code) => [code.toUpperCase(), ...wordsOf(formatMoney(100, code))]),
  ...LANGUAGES.map((language) => nameOf(language, "language", language) ?? language),
  ...listTimeZones().map((zone) => zone.replaceAll("_", " ")),
]
  .flatMap((name) => [name, capitalized(name)])
  .filter((name) => wordsOf(name).length > 0)
  .sort((one, other) => other.length - one.length);
/** Names, and then emails, URLs, paths and scopes. */
const DATA = [
  new RegExp(`(?<!\\p{L})(${NAMES.map((name) => escaped(name)).join("|")})(?!\\p{L})`, "gu"),
  /\S*(@|\/|[.:]\w)\S*/gu,
];
const isUntranslated = memoized(
  (text) => wordsOf(DATA.reduce((left, data) => left.replace(data, ""), text)).length > 0,
);

/** Most texts are shown again after each press. */
function memoized<T>(of: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const result = results.get(text) ?? of(text);
    results.set(text, result);
    return result;
  };
}

beforeAll(async () => {
  // Pages of other documents are not opened.
  navigation.addEventListener("navigate", (event) => event.cancelable && event.preventDefault());
  const parts = import.meta.glob(["../{console,auth,admin,demo}/**/*.tsx", "!**/*.test.tsx"]);
  await Promise.all(Object.values(parts).map((load) => load()));
});

test.for(Object.keys(consolePageRoutes) as Page[])(
  "shows only translated texts on the page %s",
  // A second time, what was pressed would not be pressed again.
  { retry: 0 },
  async (page) => {
    const path = consolePageRoutes[page].path.replace(":id", "1");
    const found = new Map<string, string>();
    let opened = REDIRECTS.includes(page);
    const isAuth = path.startsWith("/auth");
    const note = (where: string) => {
      for (const text of shownTexts().filter(isUntranslated))
        if (!found.has(text)) found.set(text, `${where}: ${toLatin(text)}`);
    };
    const open = async ({ query = "", creator: changes }: Visit, state: State, isSignedIn: boolean) => {
      const plan = state === "empty" ? "free" : "creator";
      const me = aCreator({ is_admin: true, plan, display_name: NAME, handle: "ω", ...changes });
      const creator = isSignedIn ? me : null;
      const { router, screen } = await renderConsole(path + query, {
        creator,
        site: { ...DEFAULT_SITE, hasDomains: true },
        server: (server) => serve(server, state, creator),
      });
      const isThere = () => router.state.location.pathname === path;
      if ((await isReady(router)) && isThere()) {
        opened = true;
        note(`${path}${query} (${state})`);
        await pressEverything(path, async (name) => {
          await untilQuiet();
          note(`${path}${query} (${state}), after “${toLatin(name)}”`);
          if (isThere()) return;
          await router.navigate(path + query);
          await isReady(router);
        });
      }
      await screen.unmount();
    };
    const [first = {}, ...others] = VISITS[page] ?? [];
    for (const isSignedIn of isAuth ? [false, true] : [true]) {
      for (const state of isAuth ? AUTH_STATES : STATES) await open(first, state, isSignedIn);
      for (const visit of others) await open(visit, "full", isSignedIn);
    }
    expect([...found.values()], "untranslated texts").toEqual([]);
    expect(opened, "the page was opened").toBe(true);
  },
);

/** Waits until the page is loaded and quiet. Returns false for one that leads out of the console. */
async function isReady(router: Awaited<ReturnType<typeof renderConsole>>["router"]): Promise<boolean> {
  const isLoaded = () => router.state.initialized && router.state.navigation.state === "idle";
  for (let turn = 0; turn < 100 && !isLoaded(); turn += 1) await untilQuiet();
  await untilQuiet();
  return isLoaded();
}
