/** Asks the user to prove who they are, with a passkey or a code if only they suffice; resolves to whether they did. */
type Ask = (options: { withFactor: boolean }) => Promise<boolean>;

let ask: Ask | undefined;
let asked: Promise<boolean> | undefined;

/** Sets what asks, for as long as a user is signed in. */
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

/** Tells the page that waits in another window that its user proved who they are. */
export function broadcastConfirmation(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("confirmed");
  channel.close();
}

/** Calls `then` once a window that this page opened reports the proof; returns the end of it. */
export function onConfirmedElsewhere(then: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", then);
  return () => channel.close();
}
