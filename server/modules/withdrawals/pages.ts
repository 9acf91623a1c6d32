import { OrderLookup, WithdrawalInput } from "../../../contract/api/withdrawals.ts";
import { libraryOrderPages, type OrderPages, orderPages } from "../../../contract/pages/order-pages.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { PageContext, RegisterPage } from "../../platform/http/register-page.ts";
import { parseInput } from "../../platform/http/validation.ts";
import {
  findOrder,
  kindsOf,
  type LocatedOrder,
  listWithdrawable,
  maskEmail,
  type OrderKey,
  type OrderLocator,
  titleOf,
} from "../orders/index.ts";
import type { WithdrawalDeps } from "./deps.ts";
import { mailOrderLink } from "./order-link.ts";
import { withdraw } from "./withdraw.ts";

type WithdrawContext = Pick<PageContext<OrderPages["withdraw"]>, "reply" | "sendPage" | "sendNotFound">;
type WithdrawalForm = Extract<PageModel, { page: "withdraw" }>["form"];
const EMPTY: WithdrawalForm = { name: "", email: "", lines: [], problem: null, field: null };
const LINE = /^line-([1-9]\d{0,14})$/;

type Fields = Readonly<Record<string, string>>;
const tickedLines = (form: Fields): number[] =>
  Object.keys(form).flatMap((field) => {
    const id = LINE.exec(field)?.[1];
    return id === undefined ? [] : Number(id);
  });

/** Registers the form of a withdrawal below an order's page. */
function registerWithdrawalForm(
  registerPage: RegisterPage,
  deps: WithdrawalDeps,
  { pages, locate }: { pages: OrderPages; locate: OrderLocator },
): void {
  const sendForm = async (
    { reply, sendPage, sendNotFound }: WithdrawContext,
    { key, path }: LocatedOrder,
    form = EMPTY,
    status = 200,
  ) => {
    const order = await findOrder(deps.db, key);
    if (!order) return sendNotFound();
    // The order page shows why there is no right of withdrawal.
    const open = listWithdrawable(order, deps.clock.now());
    if (open.length === 0) return reply.redirect(path, 303);
    return sendPage(
      {
        page: "withdraw",
        creator: order.creator && { handle: order.creator.handle },
        orderPath: path,
        number: order.number,
        product: titleOf({ ...order, lines: open }),
        lines: open.length === 1 ? [] : open.map(({ id, name, amountCents }) => ({ id, name, amountCents })),
        currency: order.currency,
        seller: order.seller?.legal_name ?? "",
        mailTo: order.buyerEmail === null ? null : maskEmail(order.buyerEmail),
        kinds: kindsOf(order, open),
        isWhole: order.lines.length === 1,
        form,
        ...deps.orders.pageFrame(order),
      },
      { status },
    );
  };

  /** Returns the ticked lines, or undefined if the form has none to choose from. */
  const chosenLines = async (key: OrderKey, form: Fields) => {
    const order = await findOrder(deps.db, key);
    const isChoice = order && listWithdrawable(order, deps.clock.now()).length > 1;
    const ticked = tickedLines(form);
    return isChoice || ticked.length > 0 ? ticked : undefined;
  };

  registerPage(
    pages.withdraw,
    locate<PageContext<OrderPages["withdraw"]>>((context, located) => sendForm(context, located)),
  );

  registerPage(
    pages.confirmWithdrawal,
    locate<PageContext<OrderPages["confirmWithdrawal"]>>(async (context, located) => {
      const { form, request, reply } = context;
      const { key, path } = located;
      try {
        const { name, email } = form;
        const lines = await chosenLines(key, form);
        const input = parseInput(WithdrawalInput, { name, email, confirm: true, ...(lines && { lines }) });
        await withdraw(deps, { key, input, ip: request.ip });
        return await reply.redirect(path, 303);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        const field = firstField(error, ["lines", "name", "email"] as const);
        const { name, email } = form;
        const entered = { name, email, lines: tickedLines(form) };
        return sendForm(context, located, { ...entered, problem: error.text, field }, error.status);
      }
    }),
  );
}

/** Registers the pages and plain forms of the right of withdrawal. */
export function registerWithdrawalPages(registerPage: RegisterPage, deps: WithdrawalDeps): void {
  const { byLink, inLibrary } = deps.orders.locators;
  registerWithdrawalForm(registerPage, deps, { pages: orderPages, locate: byLink });
  registerWithdrawalForm(registerPage, deps, { pages: libraryOrderPages, locate: inLibrary });

  registerPage(pageRoutes.findOrder, ({ sendPage }) =>
    sendPage({
      page: "find-order",
      isSent: false,
      form: { number: "", email: "", problem: null, field: null },
    }),
  );

  registerPage(pageRoutes.mailOrderLink, async ({ form, request, sendPage }) => {
    try {
      await mailOrderLink(deps, { ...parseInput(OrderLookup, form), ip: request.ip });
      return await sendPage({
        page: "find-order",
        isSent: true,
        form: { ...form, problem: null, field: null },
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const rejected = {
        problem: error.text,
        field: firstField(error, ["number", "email"] as const),
      };
      return sendPage(
        { page: "find-order", isSent: false, form: { ...form, ...rejected } },
        { status: error.status },
      );
    }
  });
}

/** Returns the field of a rejected form's message. */
const firstField = <Name extends string>({ issues, text }: AppError, names: readonly Name[]) =>
  names.find((name) => issues?.find(({ path }) => path[0] === name)?.message === text) ?? null;
