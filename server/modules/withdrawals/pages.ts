import { OrderLookup, WithdrawalInput } from "../../../contract/api/withdrawals.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { sentence } from "../../../contract/texts.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { PageContext, RegisterPage } from "../../platform/http/register-page.ts";
import { parseInput } from "../../platform/http/validation.ts";
import { findOrder, maskEmail, withdrawalOf } from "../orders/index.ts";
import type { WithdrawalDeps } from "./deps.ts";
import { mailOrderLink } from "./order-link.ts";
import { withdraw } from "./withdraw.ts";

type WithdrawContext = Pick<
  PageContext<typeof pageRoutes.withdraw>,
  "params" | "reply" | "sendPage" | "sendNotFound"
>;
type WithdrawalForm = Extract<PageModel, { page: "withdraw" }>["form"];
const EMPTY: WithdrawalForm = { name: "", email: "", problem: null, field: null };

/** The right of withdrawal as pages and plain forms. */
export function registerWithdrawalPages(registerPage: RegisterPage, deps: WithdrawalDeps): void {
  const sendForm = async (context: WithdrawContext, form = EMPTY, status = 200) => {
    const { params, reply, sendPage, sendNotFound } = context;
    const order = await findOrder(deps.db, { orderTokenHash: deps.orders.tokens.hash(params.token) });
    if (!order) return sendNotFound();
    // The order page shows why there is no right of withdrawal.
    if (!withdrawalOf(order, deps.clock.now()).possible)
      return reply.redirect(paths.order(params.token), 303);
    return sendPage(
      {
        page: "withdraw",
        orderToken: params.token,
        number: order.number,
        product: order.productName,
        seller: order.seller?.legal_name ?? "",
        mailTo: order.buyerEmail === null ? null : maskEmail(order.buyerEmail),
        isGoods: order.productType === "physical",
        form,
        ...deps.orders.branding(order),
      },
      { status },
    );
  };

  registerPage(pageRoutes.withdraw, (context) => sendForm(context));

  registerPage(pageRoutes.confirmWithdrawal, async (context) => {
    const { params, form, request, reply } = context;
    try {
      const input = parseInput(WithdrawalInput, { ...form, confirm: true });
      await withdraw(deps, { orderToken: params.token, input, ip: request.ip });
      return reply.redirect(paths.order(params.token), 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const field = firstField(error, ["name", "email"] as const);
      return sendForm(context, { ...form, problem: sentence(error.text), field }, error.status);
    }
  });

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
        problem: sentence(error.text),
        field: firstField(error, ["number", "email"] as const),
      };
      return sendPage(
        { page: "find-order", isSent: false, form: { ...form, ...rejected } },
        { status: error.status },
      );
    }
  });
}

/** Returns the field that the message of a rejected form is about. */
const firstField = <Name extends string>({ issues, text }: AppError, names: readonly Name[]) =>
  names.find((name) => issues?.find(({ path }) => path[0] === name)?.message === text) ?? null;
