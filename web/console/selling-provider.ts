import { useQuery } from "@tanstack/react-query";
import { DEFAULT_PROVIDER, type ProviderName } from "../../contract/rules/order-states.ts";
import { configQuery } from "../lib/config.ts";
import { useCreator } from "./creator-context.ts";

/** Returns the provider that the creator has chosen, where the operator offers it. */
export function useSellingProvider(): ProviderName {
  const { data: config } = useQuery(configQuery);
  const { payment_provider: chosen } = useCreator();
  return config?.providers.find((provider) => provider === chosen) ?? DEFAULT_PROVIDER;
}
