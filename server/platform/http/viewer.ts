import { httpErrors } from "./app-error.ts";

/** The signed-in user of a request. */
export type Viewer = {
  userId: string;
  email: string;
  emailVerifiedAt: Date | null;
  isAdmin: boolean;
  creatorId: number | null;
  sessionId: string;
  /** Whether the user gave a second factor in this session, or a passkey that verified them. */
  hasSecondFactor: boolean;
  /** Whether the user proved in this session within the last ten minutes who they are, by the database's clock. */
  isConfirmed: boolean;
  /** An administrator has suspended the account: it can change nothing. */
  isSuspended: boolean;
  /** When the account is deleted for good; null unless its user has asked for it. */
  deletionAt: Date | null;
  /** When the account came to its user, who has not chosen yet whether to keep what somebody had put into it; otherwise null. */
  reclaimedAt: Date | null;
};

/** The signed-in user of a route for creators. */
export type CreatorViewer = Viewer & { creatorId: number };

/** Throws 403 unless the user proved within the last ten minutes who they are. For what needs it only in some cases; routes that always do are `recent`. */
export function requireConfirmed({ isConfirmed }: Pick<Viewer, "isConfirmed">): void {
  if (!isConfirmed) throw httpErrors.confirmationRequired();
}

declare module "fastify" {
  interface FastifyRequest {
    /** Resolves to the session, once per request, or null if signed out. */
    findViewer(): Promise<Viewer | null>;
  }
}
