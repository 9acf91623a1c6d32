import { useQuery } from "@tanstack/react-query";
import { DEFAULT_PROVIDER, type ProviderName } from "../../contract/rules/order-states.ts";
import { configQuery } from "../lib/config.ts";
import { useCreator } from "./creator-context.ts";

/** Returns the creator's chosen provider, or the default provider if the operator does not offer it. */
export function useSellingProvider(): ProviderName {
  const { payment_provider: chosen } = useCreator();
  // The default provider needs no check of the configuration.
  const isOther = chosen !== "none" && chosen !== DEFAULT_PROVIDER;
  const { data: config } = useQuery({ ...configQuery, enabled: isOther });
  return config?.providers.find((provider) => provider === chosen) ?? DEFAULT_PROVIDER;
}
