/** Asks the user for a proof of identity, which must be a passkey or a code with `withFactor`. Resolves to whether the user gave one. */
type Ask = (options: { withFactor: boolean }) => Promise<boolean>;

let ask: Ask | undefined;
let asked: Promise<boolean> | undefined;

/** Sets the dialog that asks, while a user is signed in. */
export function setConfirmation(next: Ask | undefined): void {
  ask = next;
}

/** Asks once for all requests that wait for the proof. */
export function confirmIdentity({ withFactor = false } = {}): Promise<boolean> {
  asked ??= (ask?.({ withFactor }) ?? Promise.resolve(false)).finally(() => {
    asked = undefined;
  });
  return asked;
}

const CHANNEL = "tessera-confirmation";

/** Tells the waiting page in another window that its user gave a proof. */
export function broadcastConfirmation(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("confirmed");
  channel.close();
}

/** Calls `then` once a window opened by this page reports the proof. Returns a function to stop listening. */
export function onConfirmedElsewhere(then: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", then);
  return () => channel.close();
}
