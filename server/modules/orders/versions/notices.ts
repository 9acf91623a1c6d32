import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction, type Queries, type Transaction } from "../../../platform/database/index.ts";
import { defineJob } from "../../../platform/jobs/define-job.ts";
import type { Job } from "../../../platform/jobs/port.ts";
import { EMAIL_RETRY } from "../../../platform/mail/mails.ts";
import { findCreatorById, isSendingStopped } from "../../creators/index.ts";
import { findAnyProduct, findVersion } from "../../products/index.ts";
import { type HeldVersion, type Holder, isHolder, listHolders } from "../access/holders.ts";
import { linkSeedOf } from "../access/tokens.ts";
import type { OrderDeps } from "../deps.ts";
import { buyerEmailFrame } from "../emails/buyer-email-frame.ts";
import { reserveSellerText } from "../emails/receipt-rules.ts";
import { findOrder, type OrderRow } from "../repository.ts";
import { versionNotices } from "../version-tables.ts";

const JOB = "orders.version-notices";
/** Small batches with a pause leave the queue of emails free for receipts. */
const AT_A_TIME = 100;
const PAUSE_SECONDS = 20;

/** `run` is the announcement, `after` the hash of the last email of the batch before. */
const Notices = z.object({
  productId: z.number().int(),
  number: z.number().int(),
  run: z.string(),
  after: z.string(),
});
type Notices = z.infer<typeof Notices>;

export async function queueNotices(tx: Transaction, { jobs }: OrderDeps, data: Notices, pause = 0) {
  const key = `${data.productId} ${data.number} ${data.run} ${data.after}`;
  await jobs.enqueue(tx, { name: JOB, key, data, startAfterSeconds: pause });
}

export const ofVersion = ({ productId, number }: { productId: number; number: number }) =>
  and(eq(versionNotices.productId, productId), eq(versionNotices.number, number));

/** Finds a version of a product whose creator may send emails. */
async function findSendable(db: Queries, key: { productId: number; number: number }) {
  const version = await findVersion(db, key);
  const product = version && (await findAnyProduct(db, key.productId));
  const creator = product && (await findCreatorById(db, product.creatorId));
  if (!creator || isSendingStopped(creator) || creator.offlineSince) return undefined;
  return { ...version, creatorId: creator.id, product: product.name };
}

/** Defines the job that emails the holders of a version, batch by batch. */
export const versionNoticesJob = (deps: OrderDeps): Job =>
  defineJob({
    name: JOB,
    payload: Notices,
    retry: EMAIL_RETRY,
    async handler({ data }) {
      const version = await findSendable(deps.db, data);
      if (!version) return;
      const after = Buffer.from(data.after, "hex");
      const holders = await listHolders(deps.db, version, { after, limit: AT_A_TIME });
      // Limits use another connection, so they are counted before the transaction.
      const reserved = await reserveEach(deps, holders);
      await inTransaction(deps.db, async (tx) => {
        for (const { holder, order } of reserved) await enqueueNotice(tx, deps, { version, holder, order });
        const last = holders.at(-1);
        if (last && holders.length === AT_A_TIME)
          await queueNotices(tx, deps, { ...data, after: last.emailHash.toString("hex") }, PAUSE_SECONDS);
      });
    },
  });

async function reserveEach(deps: OrderDeps, holders: readonly Holder[]) {
  const reserved: { holder: Holder; order: OrderRow }[] = [];
  for (const holder of holders) {
    const order = await findOrder(deps.db, { orderId: holder.orderId });
    if (order && (await reserveSellerText(deps, { order, to: holder.email })))
      reserved.push({ holder, order });
  }
  return reserved;
}

type Notice = {
  version: HeldVersion & { note: string | null; product: string };
  holder: Holder;
  order: OrderRow;
};

/** Queues the email to a person unless one about this version was queued before. */
async function enqueueNotice(tx: Transaction, deps: OrderDeps, { version, holder, order }: Notice) {
  const { productId, number, note, product } = version;
  const { email, emailHash } = holder;
  const { rowCount } = await tx
    .insert(versionNotices)
    .values({ productId, number, emailHash })
    .onConflictDoNothing();
  if (rowCount === 0) return;
  const place = order.gift ? `gift ${order.gift.id}` : `order ${linkSeedOf(order)}`;
  await deps.mails.enqueueEmail(tx, {
    to: email,
    creatorId: order.creatorId,
    mail: {
      mail: "new-version",
      ...(await buyerEmailFrame(tx, deps, order)),
      ...{ product, number, note, creator: order.creator?.displayName ?? "" },
      links: {
        main: { to: "version", seed: `${productId} ${number} ${order.id} ${place}` },
        end: { to: "end-product-news", seed: `${productId} ${emailHash.toString("base64url")}` },
      },
    },
    cause: `version ${productId} ${number}`,
  });
}

/** Returns whether the email of a link is still to be sent: its receiver holds the access. */
export async function isNoticeOpen(db: Queries, seed: string): Promise<boolean> {
  const [productId = 0, number = 0, orderId = 0] = seed.split(" ", 3).map(Number);
  const version = await findSendable(db, { productId, number });
  return version !== undefined && isHolder(db, version, orderId);
}
