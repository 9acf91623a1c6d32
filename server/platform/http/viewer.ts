import type { Scope } from "../../../contract/rules/scopes.ts";
import { httpErrors } from "./app-error.ts";

/** The account on whose behalf a request is made. */
type Account = {
  userId: string;
  email: string;
  emailVerifiedAt: Date | null;
  isAdmin: boolean;
  creatorId: number | null;
  /** Whether the user gave a second factor in this session, or a passkey that verified them. */
  hasSecondFactor: boolean;
  /** Whether the user proved in this session within the last ten minutes who they are, by the database's clock. */
  isConfirmed: boolean;
  /** An administrator has suspended the account: it can change nothing. */
  isSuspended: boolean;
  /** When the account is deleted for good. Null unless its user has asked for it. */
  deletionAt: Date | null;
  /** When the owner of the email took over an account that somebody else had filled. Null once the owner has chosen whether to keep its contents. */
  reclaimedAt: Date | null;
};

/** The signed-in user of a request. */
export type Viewer = Account & {
  sessionId: string;
  key?: undefined;
  /** The language that the user has chosen for the console, or null if the browser chooses. */
  language: string | null;
};

/** The signed-in user of a route for creators. */
export type CreatorViewer = Viewer & { creatorId: number };

/** The creator whose API key a request has. Nobody confirms their identity with a key. */
export type KeyViewer = Account & {
  creatorId: number;
  isConfirmed: false;
  key: { id: string; scopes: readonly Scope[] };
};

/** Throws 403 unless the user proved within the last ten minutes who they are. Routes that always need this proof are `recent`. This function is for routes that need it only in some cases. */
export function requireConfirmed({
  isConfirmed,
  key,
}: Pick<Viewer | KeyViewer, "isConfirmed" | "key">): void {
  if (isConfirmed) return;
  throw key ? httpErrors.closedToKeys() : httpErrors.confirmationRequired();
}

declare module "fastify" {
  interface FastifyRequest {
    /** Resolves to the session, once per request, or null if signed out. API keys are no sessions. */
    findViewer(): Promise<Viewer | null>;
  }
}
