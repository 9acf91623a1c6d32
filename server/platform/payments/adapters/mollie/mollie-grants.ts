import { and, eq, lt, sql } from "drizzle-orm";
import { type Database, inTransaction, type Queries } from "../../../database/index.ts";
import type { Sealer } from "../../../seal.ts";
import { mollieGrants } from "../../tables.ts";
import type { Access } from "./mollie-access.ts";
import type { mollieTokens, Tokens } from "./mollie-tokens.ts";

const PURPOSE = "mollie token";
/** The time before its expiry at which a token is renewed, so that it remains valid for a whole request. */
const SPARE = sql`interval '2 minutes'`;
/** The age from which a grant without an account counts as unused. A grant is stored before its account. */
const UNUSED_FOR = sql`interval '1 day'`;

type Parts = { db: Database; sealer: Sealer; tokens: ReturnType<typeof mollieTokens>; testmode: boolean };
export type MollieGrants = ReturnType<typeof createMollieGrants>;
type NewGrant = { organizationId: string; returnUrl: string; profileId: string | null; tokens: Tokens };

/** Seals the tokens of organizations. */
function createTokenSeals(sealer: Sealer) {
  const seal = (organizationId: string, kind: "access" | "refresh", token: string) =>
    sealer.seal(Buffer.from(token), PURPOSE, kind, organizationId);
  return {
    /** Returns undefined for a token that was sealed with another secret. */
    open: (organizationId: string, kind: "access" | "refresh", sealed: Buffer) =>
      sealer.open(sealed, PURPOSE, kind, organizationId)?.toString(),
    columnsOf: (organizationId: string, { accessToken, refreshToken, expiresInSeconds }: Tokens) => ({
      accessToken: seal(organizationId, "access", accessToken),
      refreshToken: seal(organizationId, "refresh", refreshToken),
      expiresAt: sql`now() + make_interval(secs => ${expiresInSeconds})`,
      revokedAt: null,
    }),
  };
}

type FinderParts = Omit<Parts, "sealer"> & { seals: ReturnType<typeof createTokenSeals> };

/** The condition that a grant is of this organization and for the app of these tokens. */
const grantCondition =
  ({ clientId }: Pick<Parts["tokens"], "clientId">) =>
  (organizationId: string) =>
    and(eq(mollieGrants.organizationId, organizationId), eq(mollieGrants.clientId, clientId));

/** Creates the functions that find and renew the token of an organization. */
function createAccessFinder({ db, tokens, testmode, seals: { open, columnsOf } }: FinderParts) {
  const isGrantOf = grantCondition(tokens);
  const find = async (queries: Queries, organizationId: string, isLocked: boolean) => {
    const query = queries
      .select({
        grant: mollieGrants,
        isFresh: sql<boolean>`${mollieGrants.expiresAt} > clock_timestamp() + ${SPARE}`,
      })
      .from(mollieGrants)
      .where(isGrantOf(organizationId));
    const [row] = await (isLocked ? query.for("update") : query);
    return row;
  };
  type Row = NonNullable<Awaited<ReturnType<typeof find>>>;

  const accessBy = (token: string, { organizationId, profileId }: Row["grant"]): Access => ({
    token,
    app: { testmode, profileId, renew: () => renew(organizationId, token) },
  });
  const toAccess = ({ grant }: Row): Access | undefined => {
    const token = open(grant.organizationId, "access", grant.accessToken);
    return token === undefined ? undefined : accessBy(token, grant);
  };

  /**
   * Returns the access to an organization, with a token that stays valid for at least two minutes, or undefined once
   * the access was withdrawn. Only the process that locks the row renews the token. Other processes read the renewed
   * token.
   * Throws `ProviderUnavailable`.
   */
  async function findAccess(organizationId: string): Promise<Access | undefined> {
    const found = await find(db, organizationId, false);
    if (!found || found.grant.revokedAt) return undefined;
    if (found.isFresh) return toAccess(found);
    return inTransaction(db, async (tx) => {
      const locked = await find(tx, organizationId, true);
      if (!locked || locked.grant.revokedAt) return undefined;
      if (locked.isFresh) return toAccess(locked);
      const { returnUrl } = locked.grant;
      const refreshToken = open(organizationId, "refresh", locked.grant.refreshToken);
      if (refreshToken === undefined) return undefined;
      const renewed = await tokens.renew({ refreshToken, returnUrl });
      const changes = renewed ? columnsOf(organizationId, renewed) : { revokedAt: sql`now()` };
      await tx.update(mollieGrants).set(changes).where(isGrantOf(organizationId));
      return renewed && accessBy(renewed.accessToken, locked.grant);
    });
  }

  /** Returns the access with a new token after Mollie has refused a token that had not expired. Undefined if the access was withdrawn. */
  async function renew(organizationId: string, refused: string): Promise<Access | undefined> {
    const found = await find(db, organizationId, false);
    // Sealed bytes differ each time, so the condition excludes a token that was renewed meanwhile.
    if (found && open(organizationId, "access", found.grant.accessToken) === refused)
      await db
        .update(mollieGrants)
        .set({ expiresAt: sql`now()` })
        .where(and(isGrantOf(organizationId), eq(mollieGrants.accessToken, found.grant.accessToken)));
    return findAccess(organizationId);
  }

  return { find: (organizationId: string) => find(db, organizationId, false), findAccess };
}

/** Creates the store of the grants that organizations gave the app. */
export function createMollieGrants({ sealer, ...parts }: Parts) {
  const { db, tokens } = parts;
  const { clientId } = tokens;
  const seals = createTokenSeals(sealer);
  const { find, findAccess } = createAccessFinder({ ...parts, seals });
  const isGrantOf = grantCondition(tokens);
  return {
    findAccess,

    /** Stores the grant of an organization, and replaces an earlier one. */
    async save({ organizationId, returnUrl, profileId, tokens: given }: NewGrant) {
      const sealed = seals.columnsOf(organizationId, given);
      // Setting the time again keeps a replaced grant from counting as unused.
      const columns = { clientId, returnUrl, profileId, createdAt: sql`now()`, ...sealed };
      await db
        .insert(mollieGrants)
        .values({ organizationId, ...columns })
        .onConflictDoUpdate({ target: mollieGrants.organizationId, set: columns });
    },

    /** Returns the last selling profile of an organization, or null if it was never connected. */
    async findProfile(organizationId: string): Promise<string | null> {
      return (await find(organizationId))?.grant.profileId ?? null;
    },

    async setProfile(organizationId: string, profileId: string | null) {
      await db.update(mollieGrants).set({ profileId }).where(isGrantOf(organizationId));
    },

    /** Returns whether Mollie no longer accepts the tokens of an organization that was connected once. */
    async isRevoked(organizationId: string): Promise<boolean> {
      const found = await find(organizationId);
      return found !== undefined && found.grant.revokedAt !== null;
    },

    /** Revokes the grants of organizations to which no creator is connected any more. Throws `ProviderUnavailable`. */
    async endUnused(isUsed: (organizationId: string) => Promise<boolean>) {
      const isOld = and(
        eq(mollieGrants.clientId, clientId),
        lt(mollieGrants.createdAt, sql`now() - ${UNUSED_FOR}`),
      );
      const grants = await db
        .select({ organizationId: mollieGrants.organizationId })
        .from(mollieGrants)
        .where(isOld);
      for (const { organizationId } of grants) {
        if (await isUsed(organizationId)) continue;
        await inTransaction(db, async (tx) => {
          // Deletes nothing if the grant was replaced meanwhile. A merchant who replaces it now waits for this transaction.
          const [ended] = await tx
            .delete(mollieGrants)
            .where(and(eq(mollieGrants.organizationId, organizationId), isOld))
            .returning();
          const token = ended && seals.open(organizationId, "refresh", ended.refreshToken);
          if (token !== undefined && !ended?.revokedAt) await tokens.revoke(token);
        });
      }
    },
  };
}
