import { randomUUID } from "node:crypto";
import type { createEmulator } from "emulate";
import type { createStripeCharges, Rejection } from "./stripe-charges.test-kit.ts";
import { type Fields, linesOf, type StubResponse, toResponse } from "./stripe-requests.test-kit.ts";

/** The account of requests without the header. */
export const PLATFORM = "platform";

type Session = {
  id: string;
  account: string;
  intent: string;
  fields: Fields;
  amount: number;
  currency: string;
  /** The emulator lacks methods that take days. */
  late: "processing" | "paid" | "failed" | null;
};
type Emulated = { id: string; status: string; payment_status: string; url: string | null };

/** The time until a debit's money arrives. */
const DEBIT_SECONDS = 3 * 24 * 60 * 60;

type Expanded = (part: string) => boolean;
const nothing: Expanded = () => false;

/** The checkout sessions of Stripe's accounts and their payments: the emulator's, with the fields that it lacks. */
export function createStripeSessions({
  emulator,
  charges,
}: {
  emulator: Pick<Awaited<ReturnType<typeof createEmulator>>, "url">;
  charges: ReturnType<typeof createStripeCharges>;
}) {
  const sessions = new Map<string, Session>();
  const state = {
    /** The response to the creation of a session. With `made` Stripe creates it nevertheless. */
    creation: null as (Rejection & { made?: true }) | null,
  };

  const emulate = async <T = Emulated>(method: string, path: string, fields?: Fields): Promise<T> => {
    const response = await fetch(emulator.url + path, {
      method,
      headers: { authorization: "Bearer sk_test_emulated" },
      redirect: "manual",
      ...(fields ? { body: new URLSearchParams(fields) } : {}),
    });
    return response.ok
      ? ((await response.json()) as T)
      : ({ id: "", status: "", payment_status: "", url: null } as T);
  };

  async function create(account: string, fields: Fields): Promise<StubResponse> {
    if (state.creation && !state.creation.made) return toResponse(state.creation);
    const lines = linesOf(fields);
    const items: Fields = {};
    // The emulator lacks inline prices.
    for (const [at, { name, amount, currency }] of lines.entries()) {
      const product = await emulate("POST", "/v1/products", { name });
      const price = await emulate("POST", "/v1/prices", {
        product: product.id,
        currency,
        unit_amount: amount,
      });
      items[`line_items[${at}][price]`] = price.id;
      items[`line_items[${at}][quantity]`] = "1";
    }
    const urls = { success_url: fields.success_url ?? "", cancel_url: fields.cancel_url ?? "" };
    const { id } = await emulate("POST", "/v1/checkout/sessions", { mode: "payment", ...urls, ...items });
    const amount = lines.reduce((sum, line) => sum + Number(line.amount), 0);
    const currency = lines[0]?.currency ?? "";
    const session = { id, account, fields, amount, currency, intent: `pi_${randomUUID()}`, late: null };
    sessions.set(id, session);
    return state.creation ? toResponse(state.creation) : show(session, nothing);
  }

  /** A session with the fields that the emulator leaves out. */
  async function show(session: Session, expanded: Expanded): Promise<StubResponse> {
    const { id, fields, amount, currency, late } = session;
    const emulated = await emulate("GET", `/v1/checkout/sessions/${id}`);
    const isComplete = late !== null || emulated.status === "complete";
    const isUnpaid = late === "processing" || late === "failed";
    const body = {
      ...emulated,
      status: isComplete ? "complete" : emulated.status,
      payment_status: late === null ? emulated.payment_status : isUnpaid ? "unpaid" : "paid",
      object: "checkout.session",
      mode: "payment",
      livemode: false,
      created: Math.floor(Date.now() / 1000),
      url: !isComplete && emulated.status === "open" ? `${emulator.url}/checkout/${id}` : null,
      amount_total: amount,
      currency,
      client_reference_id: fields.client_reference_id ?? null,
      metadata: { tessera_reference: fields["metadata[tessera_reference]"] },
      customer_email: fields.customer_email ?? null,
      customer_details: null,
      payment_intent: isComplete ? showIntent(session, expanded) : null,
    };
    return { status: 200, body };
  }

  function showIntent({ account, intent, late, fields }: Session, expanded: Expanded) {
    if (!expanded("payment_intent")) return intent;
    const charge = charges.ofIntent(account, intent);
    const latest = charge && charges.show(charge, (part) => expanded(`payment_intent.latest_charge.${part}`));
    const fee = fields["payment_intent_data[application_fee_amount]"];
    return {
      id: intent,
      object: "payment_intent",
      status:
        late === "processing" ? "processing" : late === "failed" ? "requires_payment_method" : "succeeded",
      application_fee_amount: fee ? Number(fee) : null,
      latest_charge: expanded("payment_intent.latest_charge") ? (latest ?? null) : (charge?.id ?? null),
    };
  }

  const found = (id: string): Session => {
    const session = sessions.get(id);
    if (!session) throw new Error(`no session ${id}`);
    return session;
  };
  const findCharge = (id: string) => charges.ofIntent(found(id).account, found(id).intent);
  const chargeOf = (id: string) => {
    const charge = findCharge(id);
    if (!charge) throw new Error(`no charge of ${id}`);
    return charge;
  };
  const capture = ({ account, intent, amount, currency, fields }: Session, tookSeconds = 0) => {
    const fee = Number(fields["payment_intent_data[application_fee_amount]"] ?? 0);
    charges.create({ account, intent, amount, currency, fee }, { tookSeconds });
  };
  const isOpen = async (id: string) =>
    found(id).late === null && (await emulate("GET", `/v1/checkout/sessions/${id}`)).status === "open";

  return {
    state,
    create,
    show,
    chargeOf,
    findCharge,
    found,
    find: (id: string) => sessions.get(id),
    /** Lists sessions. The platform's list includes the emulator's sessions, which are those of its plan. */
    async list(account: string): Promise<StubResponse> {
      const own = [...sessions.values()].filter((session) => session.account === account);
      const shown = await Promise.all(own.map((session) => show(session, nothing)));
      const emulated =
        account === PLATFORM
          ? await emulate<{ data: Emulated[] }>("GET", "/v1/checkout/sessions?limit=100")
          : null;
      const plans = emulated?.data.filter(({ id }) => !sessions.has(id)) ?? [];
      const data = [...shown.map(({ body }) => body), ...plans];
      return { status: 200, body: { object: "list", data, has_more: false } };
    },
    /** Expires a session, or returns undefined if it is over or paid. */
    async expire(session: Session): Promise<StubResponse | undefined> {
      if (session.late !== null) return undefined;
      const { id } = await emulate("POST", `/v1/checkout/sessions/${session.id}/expire`);
      return id ? show(session, nothing) : undefined;
    },
    /** Actions of a buyer on a session's page, and later of the bank. */
    buyer: {
      async pay({ id }: { id: string }) {
        if (!(await isOpen(id))) return;
        await fetch(`${emulator.url}/checkout/${id}/complete`, { method: "POST", redirect: "manual" });
        capture(found(id));
      },
      async payLate({ id }: { id: string }) {
        if (await isOpen(id)) found(id).late = "processing";
      },
      async settle({ id }: { id: string }, status: "paid" | "failed") {
        const session = found(id);
        session.late = status;
        if (status === "paid") capture(session, DEBIT_SECONDS);
      },
    },
  };
}
