import { useQuery } from "@tanstack/react-query";
import type { Creator } from "../../contract/api/creators.ts";
import { ordersQuery } from "./orders/queries.ts";

const STALE_MS = 5 * 60_000;

/** Returns how many of the creator's orders the buyer's bank disputes: each has to be responded to in time. Only money can be disputed, which takes an account. */
export function useDisputes({ stripe_account_id }: Creator): number {
  const { data } = useQuery({
    ...ordersQuery({ status: "disputed", search: "", page: 1 }),
    enabled: stripe_account_id !== null,
    staleTime: STALE_MS,
  });
  return data?.total ?? 0;
}
