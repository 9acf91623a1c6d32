/** A message that offers to undo what it says: it stays for ten seconds, and longer under the pointer or while it has the focus. */
export const UNDO_TOAST = { duration: 10_000 } as const;
