import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { signBody } from "../../server/platform/payments/stripe-signature.ts";
import { call, makeCreator, read } from "../fixtures.ts";
import { type CpuSeconds, cpuDuring } from "../processes.ts";
import { type Product, timed, withNewProduct } from "../product.ts";
import { atMost, median, percentile, plain, show } from "../report.ts";
import type { Row } from "../row.ts";
import { startStripe } from "../stripe.ts";

const ACCOUNT = "acct_bench";
const SECRET = "whsec_bench";
const PRICE_CENTS = 2500;
const LIMIT_MS = 15;
const WARM_UP = 20;
/** The job of an event usually finishes within this time. */
const PAUSE_MS = 100;
const COMMIT_ONE = "update users set email_verified_at = now() where email like 'bench-%'";

/** A sale at Stripe: the time of `pay` and of the payment's webhook without waiting for the provider. Rate limits are on. */
export const payRow: Row = {
  name: "pay",
  async run({ rounds }) {
    const stripe = await startStripe();
    const settings = {
      STRIPE_SECRET_KEY: "sk_test_bench",
      STRIPE_API_BASE: stripe.url,
      STRIPE_CONNECT_WEBHOOK_SECRET: SECRET,
      RATE_LIMITS: "on",
      TRUST_PROXY: "127.0.0.1",
    };
    return withNewProduct(settings, async (product) => {
      const tileId = await offerProduct(product);
      const checkouts: Checkout[] = [];
      for (let sale = 0; sale < WARM_UP + rounds * 40; sale++)
        checkouts.push(await startCheckout(product, { tileId, ip: `10.0.${sale >> 8}.${sale & 255}` }));
      const payAll = async (sales: readonly Checkout[]) => {
        const own: number[] = [];
        for (const checkout of sales) {
          const took = await pay(product, checkout);
          own.push(took - ([...stripe.waited.values()].at(-1) ?? 0));
        }
        return own;
      };
      /** Sends one event of each session, at the pace of their jobs. */
      const sendAll = async (name: string, sessions: readonly string[]) => {
        const times: number[] = [];
        for (const id of sessions) {
          times.push(await sendEvent(product, `evt_${name}_${id}`, id));
          await delay(PAUSE_MS);
        }
        return times;
      };
      await payAll(checkouts.slice(0, WARM_UP));
      const paying = await cpuDuring(product.pid, () => payAll(checkouts.slice(WARM_UP)));
      // Sent afterwards, because the events' jobs would slow down the payments.
      const sessions = [...stripe.sessions.keys()];
      await sendAll("paid", sessions.slice(0, WARM_UP));
      const paid = await cpuDuring(product.pid, async () => {
        const times = await sendAll("paid", sessions.slice(WARM_UP));
        await allPaid(product);
        return times;
      });
      const repeated = await cpuDuring(product.pid, () => sendAll("repeated", sessions.slice(WARM_UP)));
      const commits: number[] = [];
      for (let commit = 0; commit < sessions.length; commit++)
        commits.push(await timed(() => product.database.query(COMMIT_ONE)));
      return [
        ...describe("POST …/pay, without the provider's time", paying.result),
        ...describe("webhook of a payment, response after the commit", paid.result),
        plain("one committed row in the same database, for comparison", `${show(median(commits))} ms`),
        cpuOf("CPU time of POST …/pay, all processes", paying),
        cpuOf("the same of a payment event that pays, with its job", paid),
        cpuOf("the same of a payment event that changes nothing", repeated),
      ];
    }).finally(stripe.stop);
  },
};

function describe(what: string, times: readonly number[]) {
  const about = `${times.length} in sequence, fastest ${show(Math.min(...times))} ms`;
  return [
    atMost(`${what} (${about}), median`, median(times), LIMIT_MS, "ms"),
    atMost("the same, p95", percentile(times, 95), LIMIT_MS, "ms"),
  ];
}

/** Sells a file on a connected account, as after onboarding, and returns its tile. */
async function offerProduct(product: Product): Promise<number> {
  const { id, cookie } = await makeCreator(product, 0);
  const { database } = product;
  await database.query("update creators set payment_provider = 'stripe' where id = $1", [id]);
  await database.query(
    `insert into connect_accounts (creator_id, mode, kind, account_id, country, can_sell)
     values ($1, 'test', 'connected', $2, 'DE', true)`,
    [id, ACCOUNT],
  );
  const post = async <S extends z.ZodType>(path: string, body: unknown, schema: S) =>
    read(await call(product, path, { cookie, body }), schema);
  await post(
    "/api/seller",
    { legalName: "Mara Lind", address: "Hafen 1", country: "DE", email: "m@example.org", isTrader: true },
    z.unknown(),
  );
  const Made = z.object({ id: z.number() });
  const sold = await post(
    "/api/products",
    { name: "Notes", type: "physical", priceCents: PRICE_CENTS, currency: "eur", stock: 100_000 },
    z.object({ product: Made }),
  );
  const { tile } = await post(
    "/api/tiles",
    { type: "product", title: "Notes", productId: sold.product.id },
    z.object({ tile: Made }),
  );
  return tile.id;
}

/** Returns the CPU time for each of the timed requests. */
function cpuOf(what: string, { result, cpu }: { result: readonly number[]; cpu: CpuSeconds }) {
  const each = ((cpu.workers + cpu.postgres) * 1000) / result.length;
  return plain(what, `${show(each)} ms`);
}

type Checkout = { token: string; ip: string };

const post = (product: Product, { path, ip, body }: { path: string; ip: string; body: object }) =>
  fetch(product.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": ip },
    body: JSON.stringify(body),
  });

async function startCheckout(
  product: Product,
  { tileId, ip }: { tileId: number; ip: string },
): Promise<Checkout> {
  const { mockCheckoutUrl } = await read(
    await post(product, { path: "/api/public/checkout", ip, body: { tileId } }),
    z.object({ mockCheckoutUrl: z.string() }),
  );
  return { token: mockCheckoutUrl.split("/").at(-1) ?? "", ip };
}

/** Pays a checkout, and returns the milliseconds of the request. */
function pay(product: Product, { token, ip }: Checkout): Promise<number> {
  const body = {
    email: "buyer@example.org",
    totalCents: PRICE_CENTS,
    address: { name: "Ada Byron", line1: "Hafen 2", postalCode: "20457", city: "Hamburg", country: "DE" },
  };
  return timed(async () => {
    const reply = await post(product, { path: `/api/public/checkout/${token}/pay`, ip, body });
    const text = await reply.text();
    if (!reply.ok || !text.includes("checkout.stripe.test")) throw new Error(`not payable: ${text}`);
  });
}

/** Sends the event of a paid session, and returns the response time in milliseconds. */
async function sendEvent(product: Product, id: string, sessionId: string): Promise<number> {
  const event = {
    id,
    object: "event",
    type: "checkout.session.completed",
    account: ACCOUNT,
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: sessionId, object: "checkout.session", mode: "payment" } },
  };
  const body = Buffer.from(JSON.stringify(event));
  const signature = signBody({ secret: SECRET, body, now: new Date() });
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  return timed(async () => {
    const reply = await fetch(`${product.url}/api/stripe/webhook`, { method: "POST", headers, body });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`the event was rejected: ${reply.status}`);
  });
}

/** Within this time an event takes effect on any machine. */
const STUCK_SECONDS = 60;

/** Waits until each event has taken effect. Throws the rest if none has for a minute. */
async function allPaid(product: Product): Promise<void> {
  let unpaid = await countUnpaid(product);
  let seconds = 0;
  while (unpaid > 0 && seconds < STUCK_SECONDS) {
    await delay(1_000);
    const left = await countUnpaid(product);
    seconds = left < unpaid ? 0 : seconds + 1;
    unpaid = left;
  }
  if (unpaid === 0) return;
  throw new Error(`${unpaid} payments were not applied: ${await describeUnpaid(product)}`);
}

async function countUnpaid({ database }: Product): Promise<number> {
  const { rows } = await database.query("select count(*)::int as unpaid from orders where paid_at is null");
  return rows[0].unpaid;
}

/** Returns the states of unpaid orders, each with its number and the event's error. */
async function describeUnpaid({ database }: Product): Promise<string> {
  const { rows } = await database.query(
    `select count(*)::int as orders, o.status, p.status as payment, o.held_reason as held,
       e.id is not null as has_event, e.handled_at is not null as is_handled, max(e.error) as error
     from orders o left join order_payments p on p.order_id = o.id
     left join payment_events e on e.id = 'evt_paid_' || p.provider_id
     where o.paid_at is null group by 2, 3, 4, 5, 6`,
  );
  return JSON.stringify(rows);
}
