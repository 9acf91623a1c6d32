import { ARCHIVE_LIMITS } from "../../../contract/rules/archive-limits.ts";
import { Handle } from "../../../contract/rules/handles.ts";
import { shownSize } from "../../../contract/rules/tile-types.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import {
  type CreatorRow,
  effectivePlan,
  importAnnouncement,
  importAppearance,
  importHandle,
  importProfile,
  lockCreator,
} from "../creators/index.ts";
import { importDiscount, importSeries } from "../discounts/index.ts";
import { imageIdOf, imageUrl } from "../files/index.ts";
import { importSeller } from "../sellers/index.ts";
import { addTile, countTiles, findTile } from "../tiles/index.ts";
import { readRows } from "./archive-reader.ts";
import type { AccountDataDeps } from "./deps.ts";
import {
  idOf,
  type Row,
  toAnnouncement,
  toAppearance,
  toDiscount,
  toDiscountSeries,
  toProfile,
  toSeller,
  toTile,
} from "./import-input.ts";
import { importLetters } from "./import-letters.ts";
import { importProducts } from "./import-products.ts";
import { knownId, lockImport, type RunningImport, type Step, saveProgress } from "./import-steps.ts";
import { createTally, type Tally } from "./import-tally.ts";

type Files = ReadonlyMap<string, string | null>;
/** Adds the page with its products, codes and tiles once, in one transaction. */
export async function importContent(
  deps: AccountDataDeps,
  running: RunningImport,
  { tally: ofFiles, files }: { tally: Tally; files: Files },
): Promise<void> {
  // Reads the lists before the transaction, so that it does not wait for the disk.
  const lists = {
    products: await readAll(running, "data/products.json"),
    discounts: await readAll(running, "data/discounts.json"),
    series: await readAll(running, "data/series.json"),
    tiles: await readAll(running, "data/tiles.json"),
    letters: await readAll(running, "data/letters.json"),
    ...(await readLatestEmails(running)),
  };
  await inTransaction(deps.db, async (tx) => {
    const current = await lockImport(tx, running.row);
    if (!current || current.result !== null) return;
    const creator = await lockCreator(tx, running.creatorId);
    if (!creator) throw new Error("the creator was deleted");
    const step = {
      creator,
      running,
      tally: createTally(ofFiles.result),
      targets: createTargets(deps, running, files),
    };
    const isNew = await isNewPage(tx, creator);
    await importProducts(tx, deps, step, lists.products);
    for (const row of lists.discounts) await importCode(tx, step, row);
    for (const row of lists.series) await importCodeSeries(tx, step, row);
    for (const row of lists.tiles) await importTile(tx, deps, step, row);
    await importPage(tx, deps, { ...step, isNew });
    await importLetters(tx, deps, step, lists);
    await deps.pageInvalidations.publish(tx, creator.id);
    await saveProgress(tx, running.row.id, { done: files.size + 1, result: step.tally.result });
  });
}

/** Reads the rows of a list, oldest first, so that they are added in their original order. */
async function readAll({ archive }: RunningImport, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of readRows(archive, path)) rows.push(row);
  return path === "data/tiles.json" ? rows : rows.reverse();
}

/** Reads the latest sent emails, which are last in their list, and counts the earlier ones. */
async function readLatestEmails({ archive }: RunningImport) {
  const emails: Row[] = [];
  let earlierEmails = 0;
  for await (const row of readRows(archive, "data/emails.json")) {
    emails.push(row);
    if (emails.length <= ARCHIVE_LIMITS.sentEmails) continue;
    emails.shift();
    earlierEmails += 1;
  }
  return { emails, earlierEmails };
}

function createTargets(
  { publicUrl }: AccountDataDeps,
  { archive: { manifest } }: RunningImport,
  files: Files,
): Step["targets"] {
  const products = new Map<unknown, number>();
  return {
    image(url) {
      if (typeof url !== "string") return null;
      const id = imageIdOf(new URL(manifest.source).origin, url);
      if (id === undefined) return url;
      const target = files.get(id);
      return target ? imageUrl(publicUrl, target) : null;
    },
    file: (id) => (typeof id === "string" && files.get(id)) || null,
    product: (id) => products.get(id),
    addProduct: (sourceId, id) => void products.set(sourceId, id),
  };
}

/** Returns whether a page is unused since its registration. The import then replaces its name, language and time zone. */
async function isNewPage(tx: Transaction, creator: CreatorRow): Promise<boolean> {
  const hasProfile = creator.bio || creator.avatarUrl || creator.socials.length > 0;
  return !hasProfile && (await countTiles(tx, creator.id)).all === 0;
}

async function importCode(tx: Transaction, { creator, targets, tally }: Step, row: Row): Promise<void> {
  await tally.attempt("discount", row.code, () =>
    importDiscount(tx, { creator, ...toDiscount(row, targets) }),
  );
}

async function importCodeSeries(tx: Transaction, { creator, targets, tally }: Step, row: Row): Promise<void> {
  await tally.attempt("series", row.name, () =>
    importSeries(tx, { creator, series: toDiscountSeries(row, targets) }),
  );
}

async function importTile(
  tx: Transaction,
  { publicUrl, plans }: AccountDataDeps,
  { running, creator, targets, tally }: Step,
  row: Row,
): Promise<void> {
  const creatorId = creator.id;
  await tally.attempt("tile", row.title, async () => {
    const sourceId = idOf(row);
    const known = knownId(running, "tile", sourceId);
    if (known !== undefined && (await findTile(tx, { creatorId, id: known }))) return false;
    const tile = toTile(row, targets);
    const size = shownSize(tile, effectivePlan(creator) === "creator");
    const id = await addTile(tx, { publicUrl, plans }, { creator, input: { ...tile, size } });
    await running.items.record(tx, { kind: "tile", sourceId: String(sourceId), targetId: String(id) });
    return true;
  });
}

/** Fills the empty fields of the page. The creator's own values stay. */
async function importPage(
  tx: Transaction,
  { publicUrl }: AccountDataDeps,
  { creator, running, targets, tally, isNew }: Step & { isNew: boolean },
): Promise<void> {
  const { page, row } = running;
  const part = (name: string) => {
    const value = page[name];
    return typeof value === "object" && value !== null ? (value as Row) : undefined;
  };
  const [profile, appearance, announcement, seller] = [
    part("creator"),
    part("appearance"),
    part("announcement"),
    part("seller"),
  ];
  await tally.attempt("page", "Profile", async () => {
    const input = toProfile(profile ?? {}, targets);
    return importProfile(tx, { publicUrl }, { creator, isNew, profile: input });
  });
  if (appearance && Object.keys(appearance).length > 0)
    await tally.attempt("page", "Appearance", () =>
      importAppearance(tx, { publicUrl }, { creator, appearance: toAppearance(appearance, targets) }),
    );
  if (announcement)
    await tally.attempt("page", "Announcement", () =>
      importAnnouncement(tx, { creator, announcement: toAnnouncement(announcement) }),
    );
  if (seller)
    await tally.attempt("page", "Seller details", () =>
      importSeller(tx, { creatorId: creator.id, input: toSeller(seller) }),
    );
  if (row.takesHandle) {
    const handle = Handle.safeParse(profile?.handle).data;
    const isTaken = handle !== undefined && (await importHandle(tx, { creator, handle }));
    tally.result.handle = isTaken ? "taken_over" : "unavailable";
  }
}
