import { PayInput, PreviewInput } from "../../../contract/api/checkout.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { PAY_FIELDS, type PayEntries, type PayProblems } from "../../../contract/pages/sale-models.ts";
import { AddressInput } from "../../../contract/rules/addresses.ts";
import { isCurrency } from "../../../contract/rules/currencies.ts";
import { movesMoney, PROVIDER_NAMES } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { parsePrice, priceProblem } from "../../../contract/rules/price-text.ts";
import { defineMessages } from "../../../contract/texts.ts";
import { AppError, fieldMessages } from "../../platform/http/app-error.ts";
import { ownHostOf } from "../../platform/http/host-gate.ts";
import { isInAppBrowser } from "../../platform/http/in-app-browser.ts";
import type { PageContext, RegisterPage } from "../../platform/http/register-page.ts";
import { unlessNotFound } from "../../platform/http/unless-not-found.ts";
import { parseInput } from "../../platform/http/validation.ts";
import type { CheckoutDeps } from "./deps.ts";
import { createPayingBrowserCookie } from "./paying-browser.ts";
import { cancelOrder, getCheckout, pay } from "./service.ts";
import { type Shown, showCheckout } from "./show.ts";

type ShowContext = PageContext<typeof pageRoutes.pay | typeof pageRoutes.mockCheckout>;
type SendContext = PageContext<typeof pageRoutes.sendPay | typeof pageRoutes.sendMockCheckout>;
type PayContext = Pick<ShowContext, "params" | "request" | "reply" | "sendPage" | "sendNotFound">;
type Form = SendContext["form"];
/** A repeated form: its values, its errors, and a changed total. */
type Sent = { entries: PayEntries; problems: PayProblems; formerTotal: number | null; status: number };

const ADDRESS_FIELDS = ["name", "line1", "line2", "postalCode", "city", "state", "country"] as const;
/** Accepts notes that are far too long, so that the buyer can shorten them. */
const MAX_NOTE = 20_000;
const NO_ENTRIES = Object.fromEntries(PAY_FIELDS.map((name) => [name, ""])) as PayEntries;
const messages = defineMessages("pay_pages", { amountUnreadable: "Enter an amount, such as 12.50." });

/** Registers the page before the payment. Every step works without scripts. */
export function registerPayPages(registerPage: RegisterPage, deps: CheckoutDeps): void {
  const { publicUrl } = deps.settings;
  const payingBrowser = createPayingBrowserCookie(publicUrl);

  const sendPay = async (context: PayContext, sent: Sent) => {
    const { params, request, reply, sendPage, sendNotFound } = context;
    const row = await unlessNotFound(getCheckout(deps, params.checkoutToken));
    if (!row) return sendNotFound();
    const path = paths.checkout(row.provider, params.checkoutToken);
    if (!request.url.startsWith(path)) return reply.redirect(path, 303);
    const { entries } = sent;
    const amount = amountOf(entries, row);
    const choice = PreviewInput.safeParse({
      ...(typeof amount === "number" && { amountCents: amount }),
      ...(entries.code && { code: entries.code }),
      ...(entries.country && { country: entries.country }),
      ...(entries.offer && { offer: "true" }),
    });
    const view = await showCheckout(deps, { row, choice: choice.data ?? {}, ip: request.ip });
    const priceProblems: Record<string, string> = {};
    if (view.problem) priceProblems[fieldOf(view.problem.field)] = view.problem.message;
    const { currency } = view.order;
    const amountProblem = isCurrency(currency) ? priceProblem(entries.amount, currency) : undefined;
    const model = {
      page: "pay",
      checkoutToken: params.checkoutToken,
      path,
      order: view.order,
      unavailable: view.unavailable?.reason ?? null,
      unavailablePart: view.unavailable?.part ?? null,
      entries,
      problems: {
        ...priceProblems,
        ...sent.problems,
        ...(amount === "unreadable" && { amount: amountProblem ?? messages.amountUnreadable }),
      },
      formerTotal: sent.formerTotal === view.order.price.total_cents ? null : sent.formerTotal,
      mode: view.mode,
      sendsReceipts: isRealMoney(view) || (await deps.orders.areReceiptsSent(row)),
      ...deps.orders.pageFrame(row),
      isInAppBrowser: isInAppBrowser(request),
    } as const;
    return sendPage(model, { status: sent.status });
  };

  const showPay = (context: ShowContext) =>
    sendPay(context, {
      entries: { ...NO_ENTRIES, code: context.query.code ?? "" },
      problems: {},
      formerTotal: null,
      status: 200,
    });

  const receivePay = async (context: SendContext) => {
    const { params, form, request, reply, sendPage } = context;
    const { checkoutToken } = params;
    const entries = entriesOf(form);
    if (form.action === "update") {
      return sendPay(context, { entries, problems: {}, formerTotal: null, status: 200 });
    }
    try {
      if (form.action === "cancel") {
        return reply.redirect(await cancelOrder(deps, checkoutToken), 303);
      }
      const { problems, input } = readPayment(entries, await getCheckout(deps, checkoutToken));
      if (Object.keys(problems).length > 0) {
        return sendPay(context, { entries, problems, formerTotal: null, status: 400 });
      }
      const own = ownHostOf(request.raw);
      const parsed = parseInput(PayInput, input);
      const paid = await pay(deps, { checkoutToken, input: parsed, ip: request.ip, own });
      payingBrowser.set(reply, paid.browserToken);
      const isOwn =
        paid.returnUrl.startsWith("/") || paid.returnUrl.startsWith(`${own?.origin ?? publicUrl}/`);
      if (isOwn) return reply.redirect(paid.returnUrl, 303);
      const row = await getCheckout(deps, checkoutToken);
      return sendPage({
        page: "to-provider",
        url: paid.returnUrl,
        provider: movesMoney(row.provider) ? PROVIDER_NAMES[row.provider] : "",
        ...deps.orders.pageFrame(row),
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return sendPay(context, { entries, ...problemsOf(error, entries), status: error.status });
    }
  };

  registerPage(pageRoutes.pay, showPay);
  registerPage(pageRoutes.mockCheckout, showPay);
  registerPage(pageRoutes.sendPay, receivePay);
  registerPage(pageRoutes.sendMockCheckout, receivePay);
}

type Priced = { currency: string };

const isRealMoney = ({ mode, order }: Pick<Shown, "mode" | "order">) =>
  mode === "live" && order.price.total_cents > 0;

function entriesOf(form: Form): PayEntries {
  return Object.fromEntries(
    PAY_FIELDS.map((name) => [name, form[name].slice(0, name === "note" ? MAX_NOTE : 400)]),
  ) as PayEntries;
}

/** Returns the chosen amount in minor units, or null. An amount in another currency is unreadable. */
function amountOf({ choice, amount }: PayEntries, { currency }: Priced): number | null | "unreadable" {
  if (/^\d{1,9}$/.test(choice)) return Number(choice);
  const typed = parsePrice(amount, isCurrency(currency) ? currency : undefined);
  // The message for any too large amount names the maximum.
  if (typed.kind === "amount")
    return typed.cents >= 0 ? Math.min(typed.cents, Number.MAX_SAFE_INTEGER) : "unreadable";
  return typed.kind === "empty" && choice !== "own" ? null : "unreadable";
}

/** Parses the form as input of the API and returns the errors of its fields. */
function readPayment(entries: PayEntries, priced: Priced): { problems: PayProblems; input: unknown } {
  const amountCents = amountOf(entries, priced);
  const hasAddress = ADDRESS_FIELDS.some((name) => entries[name] !== "");
  const typed = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, entries[name]]));
  const address = hasAddress ? AddressInput.safeParse(typed) : null;
  const problems = {
    ...(amountCents === "unreadable" && { amount: messages.amountUnreadable }),
    ...fieldMessages(address?.error?.issues),
  };
  const input = {
    email: entries.email,
    totalCents: /^\d{1,9}$/.test(entries.totalCents) ? Number(entries.totalCents) : null,
    amountCents,
    code: entries.code,
    offer: entries.offer !== "",
    consent: entries.consent !== "",
    marketingConsent: entries.marketingConsent !== "",
    note: entries.note,
    company: entries.company,
    vatId: entries.vatId,
    address: hasAddress ? typed : null,
  };
  return { problems, input };
}

/** Returns the errors of a rejected payment by field. */
function problemsOf(error: AppError, entries: PayEntries): Pick<Sent, "problems" | "formerTotal"> {
  const fields = Object.entries(fieldMessages(error.issues));
  const isChanged = error.state?.totalCents !== undefined;
  const problems: Record<string, string> = {};
  for (const [name, message] of fields) problems[fieldOf(name)] = message;
  if (fields.length === 0 && !isChanged) problems.form = error.text;
  return { problems, formerTotal: isChanged ? Number(entries.totalCents) : null };
}

function fieldOf(name: string | null): keyof PayEntries | "form" {
  if (name === "amountCents") return "amount";
  if (name === "address") return "country";
  return PAY_FIELDS.find((field) => field === name) ?? "form";
}
