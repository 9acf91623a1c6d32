import { type GiftPages, giftPages, libraryGiftPages } from "../../../../contract/pages/gift-pages.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import type { PageContext, RegisterPage } from "../../../platform/http/register-page.ts";
import { unlessNotFound } from "../../../platform/http/unless-not-found.ts";
import { findAccess } from "../access/access.ts";
import { listMessages } from "../access/messages.ts";
import { listNewVersions } from "../access/versions.ts";
import type { OrderDeps } from "../deps.ts";
import { orderPageFrame } from "../emails/buyer-email-frame.ts";
import { createBuyerCookie, findBuyer } from "../library/sessions.ts";
import { presentBuyerOrder } from "../listing/presenter.ts";
import { findOrder } from "../repository.ts";
import { renewOrder } from "../service.ts";
import { asReceiver } from "./receiver.ts";
import { findGiftedOrder } from "./repository.ts";

type GiftContext = PageContext<GiftPages["gift"]>;
type Located = { orderId: number; path: string };

/** Registers the pages of gifts for their receivers, by the gift's link and in the library. */
export function registerGiftPages(registerPage: RegisterPage, deps: OrderDeps): void {
  const cookie = createBuyerCookie(deps.publicUrl);
  const byLink = async ({ params }: Pick<GiftContext, "params">): Promise<Located | undefined> => {
    const found = await findGiftedOrder(deps.db, { tokenHash: deps.tokens.hash(params.gift) });
    return found && { ...found, path: paths.gift(params.gift) };
  };
  const inLibrary = async ({ params, request }: Pick<GiftContext, "params" | "request">) => {
    const receiver = await findBuyer(deps.db, cookie.read(request));
    if (receiver === undefined || !/^[1-9]\d{0,14}$/.test(params.gift)) return undefined;
    const found = await findGiftedOrder(deps.db, { orderId: Number(params.gift), receiver });
    return found && { ...found, path: paths.libraryGift(found.orderId) };
  };
  for (const { pages, locate } of [
    { pages: giftPages, locate: byLink },
    { pages: libraryGiftPages, locate: inLibrary },
  ]) {
    registerPage(pages.gift, async (context) => {
      const located = await locate(context);
      const model = located && (await readGift(deps, located));
      return model ? context.sendPage(model) : context.sendNotFound();
    });
    registerPage(pages.renewGift, async (context) => {
      const located = await locate(context);
      if (!located) return context.sendNotFound();
      const { orderId, path } = located;
      await unlessNotFound(renewOrder(deps, { orderId }, asReceiver));
      return context.reply.redirect(path, 303);
    });
  }
}

async function readGift(deps: OrderDeps, { orderId, path }: Located) {
  const row = await findOrder(deps.db, { orderId });
  if (!row?.gift) return undefined;
  const { lines, product, creator } = await presentBuyerOrder(deps, asReceiver(row));
  return {
    page: "gift",
    path,
    product: product.name,
    creator,
    from: row.gift.name,
    line: row.gift.line,
    mode: row.mode,
    access: (await findAccess(deps.db, asReceiver(row))).state,
    messages: await listMessages(deps.db, asReceiver(row)),
    versions: await listNewVersions(deps.db, asReceiver(row), row.gift.sentAt),
    files: lines.flatMap(({ access }) => access.files),
    ...orderPageFrame(row, deps.publicUrl),
  } as const;
}
