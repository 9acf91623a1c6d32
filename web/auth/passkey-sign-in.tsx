import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { t } from "../../contract/texts.ts";
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

const FAILURE = t("Couldn't sign in with a passkey.");
/** Slightly less than the five minutes after which the server's challenge expires. */
const RENEW_MS = 4 * 60_000;

type SignedIn = { onSignedIn: () => Promise<void> };

/** Signs in with a chosen passkey, without an email. `onEnded` is called if the user chose no passkey or the server rejected the passkey. */
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
        <span>{signIn.isPending ? t("Waiting for your passkey…") : t("Sign in with a passkey")}</span>
      </Button>
      <FailureAlert>{failure}</FailureAlert>
    </>
  );
}

type Autofill = SignedIn & {
  /** A new number offers passkeys again, after a request by the button ended the offer. */
  round: number;
  /** Called if the sign-in with the chosen passkey fails. */
  onFailure: (text: string) => void;
};

/** Offers passkeys in the list of the email field while the form is shown. */
export function usePasskeyAutofill({ round, onSignedIn, onFailure }: Autofill) {
  const queryClient = useQueryClient();
  const finish = useEffectEvent(onSignedIn);
  const fail = useEffectEvent(onFailure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round offers passkeys again
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

/** Resolves to the passkey chosen in the list, or to nothing if the browser lists none or another request replaced this one. */
async function chosenPasskey() {
  try {
    return (await canAutofillPasskeys()) ? await askForPasskey({ autofill: true }) : undefined;
  } catch {
    return undefined;
  }
}
