import { useLocation } from "react-router";
import { z } from "zod";

const LoginState = z.object({ email: z.string(), redirect: z.string().optional() });

/** State passed from the login form to other screens and back: the typed email and the requested path. */
export type LoginState = z.infer<typeof LoginState>;

export function useLoginState(): LoginState {
  const { state } = useLocation();
  return LoginState.safeParse(state).data ?? { email: "" };
}
