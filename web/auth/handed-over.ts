import { useLocation } from "react-router";
import { z } from "zod";

const HandedOver = z.object({ email: z.string(), redirect: z.string().optional() });

/** What the login form gives to the screens that lead back to it: the typed address and the wanted path. */
export type HandedOver = z.infer<typeof HandedOver>;

export function useHandedOver(): HandedOver {
  const { state } = useLocation();
  return HandedOver.safeParse(state).data ?? { email: "" };
}
