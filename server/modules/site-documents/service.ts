import type { PendingDocument } from "../../../contract/api/site-documents.ts";
import { ACCEPTED_DOCUMENTS } from "../../../contract/rules/site.ts";
import type { Settings } from "../../config/config.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { errors } from "./errors.ts";
import {
  type DocumentVersion,
  findVersions,
  insertAcceptances,
  insertVersions,
  listAcceptances,
} from "./repository.ts";

/** The documents of the operator and the links to them. */
export type DocumentSettings = Pick<Settings, "siteDocuments" | "site">;

/** Returns the documents that users accept, in the version of this node. */
const currentDocuments = ({ siteDocuments, site }: DocumentSettings) =>
  ACCEPTED_DOCUMENTS.flatMap((document) => {
    const [source, url] = [siteDocuments[document], site.documents[document]];
    if (!source || url === undefined) return [];
    const isLink = "url" in source;
    const content = isLink ? source.url : source.text;
    return [{ document, version: source.version, url, content, language: isLink ? null : source.language }];
  });

/** Stores the versions of this node, so that every node knows them. */
export const storeVersions = (db: Queries, settings: DocumentSettings): Promise<void> =>
  insertVersions(
    db,
    currentDocuments(settings).map(({ url, ...version }) => version),
  );

/** Records that a new user has accepted the current versions by registering. */
export async function acceptByRegistering(
  tx: Transaction,
  settings: DocumentSettings,
  userId: string,
): Promise<void> {
  await storeVersions(tx, settings);
  const current = currentDocuments(settings);
  await insertAcceptances(
    tx,
    current.map(({ document, version, language }) => ({ userId, document, version, language })),
  );
}

const isSame = (one: DocumentVersion) => (other: DocumentVersion) =>
  one.document === other.document && one.version === other.version;

/**
 * Returns the documents whose current version the user has never accepted. An accepted version stays accepted, so
 * that nodes with different texts ask for each of them once.
 */
export async function findPending(
  db: Queries,
  settings: DocumentSettings,
  userId: string,
): Promise<PendingDocument[]> {
  const current = currentDocuments(settings);
  if (current.length === 0) return [];
  const accepted = await listAcceptances(db, userId);
  const pending = current.filter((one) => !accepted.some(isSame(one)));
  const stored = await findVersions(db, pending);
  return pending.map(({ document, version, url }) => ({
    document,
    version,
    url,
    changed: accepted.some((one) => one.document === document),
    since: stored.find(isSame({ document, version }))?.shownSince.toISOString() ?? null,
  }));
}

/** Records the versions that a user accepts, which any node may have shown. Throws 409 for an unknown version. */
export async function acceptVersions(
  db: Database,
  settings: DocumentSettings,
  { userId, documents }: { userId: string; documents: readonly DocumentVersion[] },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await storeVersions(tx, settings);
    const known = await findVersions(tx, documents);
    if (!documents.every((one) => known.some(isSame(one)))) throw errors.unknownVersion();
    await insertAcceptances(
      tx,
      known.map(({ document, version, language }) => ({ userId, document, version, language })),
    );
  });
}
