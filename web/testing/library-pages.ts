import type { ModelOf } from "../../contract/pages/pages.ts";
import { OrderStatus } from "../../contract/rules/order-states.ts";

const AT = "2027-05-12T18:00:00.000Z";

/** The library without purchases, and with an order in each state. */
export const LIBRARY: readonly ModelOf<"library">[] = [
  { page: "library", email: "b@example.org", search: "", from: 0, total: 0, all: 0, groups: [], gifts: [] },
  {
    page: "library",
    email: "b@example.org",
    search: "",
    from: 0,
    total: 2,
    all: 60,
    groups: [
      {
        creator: { handle: "ada", display_name: "Ada" },
        isTest: true,
        orders: OrderStatus.options.map((status, id) => ({
          id,
          product: "#1",
          type: "digital",
          number: "ADA-1",
          paid_at: AT,
          amount_cents: 500,
          currency: "EUR",
          status,
          mode: "test",
          is_withdrawn: id === 1,
          can_withdraw: id === 2,
          has_download: id === 2,
          shipped_at: id === 3 ? AT : null,
        })),
      },
    ],
    gifts: [{ id: 1, product: "#2", from: "Bob", sent_at: AT, has_download: true }],
  },
];
