import { useLocation } from "react-router";
import { z } from "zod";

const LoginState = z.object({ email: z.string(), redirect: z.string().optional() });

/** What the login form gives to the screens that lead back to it: the typed address and the wanted path. */
export type LoginState = z.infer<typeof LoginState>;

export function useLoginState(): LoginState {
  const { state } = useLocation();
  return LoginState.safeParse(state).data ?? { email: "" };
}
