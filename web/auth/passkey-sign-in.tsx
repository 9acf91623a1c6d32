import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import {
  askForPasskey,
  canAutofillPasskeys,
  canUsePasskeys,
  passkeyFailure,
  stopAskingForPasskey,
} from "../lib/passkey-requests.ts";
import { SIGNS_IN } from "../lib/query-client.ts";
import { FailureAlert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { signInWithPasskey } from "./sign-in.ts";

const FAILURE = "Couldn't sign in with a passkey";
/** Before the challenge of the server ends, which it does after five minutes. */
const RENEW_MS = 4 * 60_000;

type SignedIn = { onSignedIn: () => Promise<void> };

/** Signs in with a passkey that the user chooses, without an email. `onEnded` is called when the user chose none, or one that was refused. */
export function PasskeyButton({ onSignedIn, onEnded }: SignedIn & { onEnded: () => void }) {
  const queryClient = useQueryClient();
  const signIn = useMutation({
    meta: SIGNS_IN,
    mutationFn: async () => signInWithPasskey(queryClient, await askForPasskey()),
    onSuccess: onSignedIn,
    onError: onEnded,
  });
  const failure = signIn.error && passkeyFailure(signIn.error, FAILURE);
  if (!canUsePasskeys()) return null;
  return (
    <>
      <Button className="py-2 whitespace-normal!" busy={signIn.isPending} onClick={() => signIn.mutate()}>
        <KeyRound size={18} className="shrink-0" />
        <span>{signIn.isPending ? "Waiting for your passkey…" : "Sign in with a passkey"}</span>
      </Button>
      <FailureAlert>{failure}</FailureAlert>
    </>
  );
}

type Autofill = SignedIn & {
  /** Changes when passkeys are to be offered again, after a request by the button took their place. */
  round: number;
  /** Receives what went wrong after the user has chosen one. */
  onFailure: (text: string) => void;
};

/** Offers passkeys in the list of the email field for as long as the form is shown. */
export function usePasskeyAutofill({ round, onSignedIn, onFailure }: Autofill) {
  const queryClient = useQueryClient();
  const finish = useEffectEvent(onSignedIn);
  const fail = useEffectEvent(onFailure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round offers them again
  useEffect(() => {
    let isShown = true;
    const offer = async () => {
      const response = isShown ? await chosenPasskey() : undefined;
      if (!response || !isShown) return;
      try {
        await signInWithPasskey(queryClient, response);
        await finish();
      } catch (error) {
        fail(passkeyFailure(error, FAILURE) ?? FAILURE);
        void offer();
      }
    };
    void offer();
    const renewal = setInterval(() => void offer(), RENEW_MS);
    return () => {
      isShown = false;
      clearInterval(renewal);
      void stopAskingForPasskey();
    };
  }, [queryClient, round]);
}

/** Resolves once the user has chosen a passkey in the list; to nothing where that is not possible, or something else was asked for. */
async function chosenPasskey() {
  try {
    return (await canAutofillPasskeys()) ? await askForPasskey({ autofill: true }) : undefined;
  } catch {
    return undefined;
  }
}
