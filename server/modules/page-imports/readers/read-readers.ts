import { MAX_READERS, type ReaderSource, SHOWN_READERS } from "../../../../contract/api/reader-imports.ts";
import { Email } from "../../../../contract/rules/fields.ts";
import { isAddress } from "../../../platform/mail/address.ts";
import { type CsvRow, parseTime, readCsvTable } from "../csv-table.ts";
import type { ReaderRow } from "../tables.ts";
import { errors } from "./errors.ts";

/** The readers of a file, each once, and the numbers of rows that are none. */
export type FoundReaders = {
  source: ReaderSource;
  readers: ReaderRow[];
  unsubscribed: number;
  repeated: number;
  invalid: { count: number; first: { line: number; text: string }[] };
};

type Source = {
  source: ReaderSource;
  /** The columns by which a file is recognized. Each entry is a choice of names. */
  columns: readonly (readonly string[])[];
  email: readonly string[];
  /** Returns whether the row is of somebody who receives emails there. */
  isReader: (row: CsvRow) => boolean;
  subscribedAt: (row: CsvRow) => string;
  /** Returns the time of a confirmation that the service recorded, or an empty text. */
  confirmedAt: (row: CsvRow) => string;
};

const isTrue = (cell: string) => /^(?:true|yes|1)$/i.test(cell);
const BUTTONDOWN_TYPE = ["type", "subscriber type"];
/** Types of Buttondown's readers. Those with a subscription that ended still receive the free emails. */
const BUTTONDOWN_READERS =
  /^(?:regular|premium|gifted|trialed|churning|churned|past.due|unpaid|paused|unactivated)$/i;
const BUTTONDOWN_ACTIVE = /^(?:regular|premium|gifted|trialed)$/i;

const SOURCES: readonly Source[] = [
  {
    source: "mailchimp",
    columns: [["email address"], ["leid", "euid", "member rating", "optin time", "unsub time", "clean time"]],
    email: ["email address"],
    isReader: (row) =>
      row.cell("unsub time", "clean time") === "" &&
      /^(?:|subscribed)$/i.test(row.cell("status", "email marketing status")),
    subscribedAt: (row) => row.cell("optin time") || row.cell("confirm time"),
    // Without a time of the form or an IP, the contact was added by somebody else.
    confirmedAt: (row) =>
      row.cell("optin time") !== "" && row.cell("confirm ip") !== "" ? row.cell("confirm time") : "",
  },
  {
    source: "ghost",
    columns: [["email"], ["subscribed to emails"]],
    email: ["email"],
    isReader: (row) => isTrue(row.cell("subscribed to emails")),
    subscribedAt: (row) => row.cell("created at"),
    confirmedAt: () => "",
  },
  {
    source: "substack",
    columns: [["email"], ["email disabled", "active subscription"]],
    email: ["email"],
    isReader: (row) => !isTrue(row.cell("email disabled")),
    subscribedAt: (row) => row.cell("created at"),
    confirmedAt: () => "",
  },
  {
    source: "buttondown",
    columns: [["email", "email address"], BUTTONDOWN_TYPE, ["creation date"]],
    email: ["email address", "email"],
    isReader: (row) =>
      BUTTONDOWN_READERS.test(row.cell(...BUTTONDOWN_TYPE)) && row.cell("unsubscription date") === "",
    subscribedAt: (row) => row.cell("creation date"),
    // Addresses that the writer added or imported were not asked there.
    confirmedAt: (row) =>
      BUTTONDOWN_ACTIVE.test(row.cell(...BUTTONDOWN_TYPE)) && !/import|admin|user/i.test(row.cell("source"))
        ? row.cell("creation date")
        : "",
  },
];

/** Mailchimp exports one file for each state of its contacts. */
const LEFT_FILE = /(?:^|[^a-z])(?:unsubscribed|nonsubscribed|non-subscribed|cleaned)/i;
const MAX_TEXT = 100;

/** Reads a list of readers. Throws 422 for a text that is none, has no rows or too many. */
export async function readReaders(
  text: string,
  { name = "", now }: { name?: string | undefined; now: Date },
): Promise<FoundReaders> {
  const table = await readCsvTable(text, MAX_READERS);
  const source = SOURCES.find(({ columns }) =>
    columns.every((names) => names.some((each) => table?.columns.has(each))),
  );
  if (!table || !source) throw errors.unreadable();
  if (source.source === "mailchimp" && LEFT_FILE.test(name)) throw errors.left();
  if (table.rows.length === 0) throw errors.empty();
  if (table.rows.length > MAX_READERS) throw errors.tooMany();
  const found: FoundReaders = {
    source: source.source,
    readers: [],
    unsubscribed: 0,
    repeated: 0,
    invalid: { count: 0, first: [] },
  };
  const rows = readRows(table.rows, source, found);
  const left = new Set(rows.filter(({ isReader }) => !isReader).map(({ email }) => email));
  const readers = new Map<string, ReaderRow>();
  for (const { email, row } of rows) {
    // Somebody who left once in the file is no reader of another row.
    if (left.has(email)) found.unsubscribed += 1;
    else if (readers.has(email)) found.repeated += 1;
    else readers.set(email, toReader({ email, row, source, now }));
  }
  return { ...found, readers: [...readers.values()] };
}

/** Returns the rows with valid emails, and counts the others. */
function readRows(rows: readonly CsvRow[], { email: names, isReader }: Source, { invalid }: FoundReaders) {
  return rows.flatMap((row) => {
    const text = row.cell(...names);
    const email = Email.safeParse(text).data?.toLowerCase();
    if (email !== undefined && isAddress(email)) return [{ row, email, isReader: isReader(row) }];
    invalid.count += 1;
    if (invalid.first.length < SHOWN_READERS)
      invalid.first.push({ line: row.line, text: text.slice(0, MAX_TEXT) });
    return [];
  });
}

type Row = { email: string; row: CsvRow; source: Source; now: Date };

function toReader({ email, row, source, now }: Row): ReaderRow {
  const subscribedAt = parseTime(source.subscribedAt(row), now);
  const confirmedAt = parseTime(source.confirmedAt(row), now);
  // A confirmation before its signup proves nothing.
  const isProven = subscribedAt !== null && confirmedAt !== null && confirmedAt >= subscribedAt;
  return {
    email,
    subscribedAt: subscribedAt?.toISOString() ?? null,
    confirmedAt: isProven ? confirmedAt.toISOString() : null,
  };
}
