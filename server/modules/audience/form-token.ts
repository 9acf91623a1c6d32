import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { SIGNUP_FORM } from "../../../contract/rules/script-limits.ts";
import type { Queries } from "../../platform/database/index.ts";
import type { DeriveToken } from "../../platform/tokens.ts";

/** What a form was opened for: the wording is part of it, so that the consent that is stored is the one that was shown. */
type Opened = { tileId: number; consent: string };

/** Returns the token of a form that is opened now: the time by the database's clock, which all nodes share, and a signature. */
export async function createFormToken(
  deps: { db: Queries; derive: DeriveToken },
  opened: Opened,
): Promise<string> {
  const now = String(await databaseSeconds(deps.db));
  return `${now}.${sign(deps.derive, opened, now)}`;
}

/** Returns whether a form was opened for this, long enough ago for a user to fill it in, and not too long ago. */
export async function isFormTokenValid(
  deps: { db: Queries; derive: DeriveToken },
  token: string,
  opened: Opened,
): Promise<boolean> {
  const [at = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || !/^\d{1,12}$/.test(at)) return false;
  const expected = Buffer.from(sign(deps.derive, opened, at));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return false;
  const age = (await databaseSeconds(deps.db)) - Number(at);
  return age >= SIGNUP_FORM.minSeconds && age <= SIGNUP_FORM.maxHours * 3600;
}

function sign(derive: DeriveToken, { tileId, consent }: Opened, at: string): string {
  return derive("signup form", tileId, createHash("sha256").update(consent).digest("base64url"), at);
}

async function databaseSeconds(db: Queries): Promise<number> {
  const { rows } = await db.execute<{ now: string }>(
    sql`select floor(extract(epoch from clock_timestamp()))::text as now`,
  );
  return Number(rows[0]?.now);
}
