import { LibraryRequest } from "../../../../contract/api/library.ts";
import { pageRoutes } from "../../../../contract/pages/page-routes.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { inTransaction } from "../../../platform/database/index.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { PageContext, RegisterPage } from "../../../platform/http/register-page.ts";
import { parseInput } from "../../../platform/http/validation.ts";
import type { OrderDeps } from "../deps.ts";
import { errors } from "../errors.ts";
import { mailLibraryLink, readLibraryLink, useLibraryLink } from "./links.ts";
import { findBuyerLanguage, listGifts, listPurchases } from "./purchases.ts";
import { createBuyerCookie, endBuyerSession, findBuyer, startBuyerSession } from "./sessions.ts";

const EMPTY = { email: "", problem: null };
const STATUS = { open: 200, used: 410, expired: 410, unknown: 404 } as const;

/** Registers the pages of a buyer's purchases, which work without scripts. */
export function registerLibraryPages(registerPage: RegisterPage, deps: OrderDeps): void {
  const { db } = deps;
  const cookie = createBuyerCookie(deps.publicUrl);

  registerPage(pageRoutes.library, async ({ query: { from, search }, request, sendPage }) => {
    const email = await findBuyer(db, cookie.read(request));
    if (email === undefined) return sendPage({ page: "library-request", isSent: false, form: EMPTY });
    const purchases = await listPurchases(db, { email, search, from, now: deps.clock.now() });
    const gifts = search === "" && from === 0 ? await listGifts(db, email) : [];
    const pageLanguage = await findBuyerLanguage(db, email);
    return sendPage({ page: "library", email, search, from, ...purchases, gifts, pageLanguage });
  });

  registerPage(pageRoutes.requestLibrary, async ({ form, request, reply, sendPage }) => {
    try {
      const { email } = parseInput(LibraryRequest, form);
      const browserToken = cookie.ensure(request, reply);
      await mailLibraryLink(deps, { email, browserToken, ip: request.ip });
      return await sendPage({ page: "library-request", isSent: true, form: { email, problem: null } });
    } catch (error) {
      const { status, rejected } = rejectedForm(error, form);
      return sendPage({ page: "library-request", isSent: false, form: rejected }, { status });
    }
  });

  const sendEntry = async (
    { params: { token }, request, reply, sendPage }: EntryContext,
    rejected?: { form: { email: string; problem: string | null }; status: number },
  ) => {
    const browserToken = cookie.read(request);
    const link = await readLibraryLink(db, { token, browserToken });
    // The link already signed in this browser.
    if (link?.state === "used" && (await findBuyer(db, browserToken)) === link.email)
      return reply.redirect(paths.library(), 303);
    const state = link?.state ?? "unknown";
    const status = state === "open" ? (rejected?.status ?? 200) : STATUS[state];
    const asksEmail = link?.isSameBrowser === false;
    return sendPage(
      {
        page: "library-entry",
        token,
        state,
        asksEmail,
        form: rejected?.form ?? EMPTY,
        ...(link && { pageLanguage: await findBuyerLanguage(db, link.email) }),
      },
      { status },
    );
  };

  registerPage(pageRoutes.openLibrary, (context) => sendEntry(context));

  registerPage(pageRoutes.enterLibrary, async (context) => {
    const { params, form, request, reply } = context;
    const browserToken = cookie.read(request);
    try {
      const link = await readLibraryLink(db, { token: params.token, browserToken });
      const email = link?.isSameBrowser === false ? parseInput(LibraryRequest, form).email : "";
      const session = await inTransaction(db, async (tx) => {
        const owner = await useLibraryLink(tx, { token: params.token, browserToken, email });
        return owner === undefined ? undefined : startBuyerSession(tx, owner);
      });
      // The page itself says why a link no longer works. This error concerns the email only.
      if (session === undefined) throw errors.otherEmail();
      if (browserToken !== undefined) await endBuyerSession(db, browserToken);
      cookie.set(reply, session);
      return await reply.redirect(paths.library(), 303);
    } catch (error) {
      const { status, rejected } = rejectedForm(error, form);
      return sendEntry(context, { form: rejected, status });
    }
  });

  registerPage(pageRoutes.leaveLibrary, async ({ request, reply }) => {
    const token = cookie.read(request);
    if (token !== undefined) await endBuyerSession(db, token);
    cookie.clear(reply);
    return reply.redirect(paths.library(), 303);
  });
}

type EntryContext = Pick<
  PageContext<typeof pageRoutes.enterLibrary>,
  "params" | "request" | "reply" | "sendPage"
>;

/** Returns the form to show again for rejected input. Throws everything else. */
function rejectedForm(error: unknown, form: { email: string }) {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return {
    status: error.status,
    rejected: { email: form.email.slice(0, limits.email.max), problem: error.text },
  };
}
