/** A CSV with a header. The line of a row is the one in which it ends. */
export type CsvTable = { columns: ReadonlySet<string>; rows: CsvRow[] };
/** Returns the trimmed cell of the first of these columns that exists, or an empty text. */
export type CsvRow = { line: number; cell: (...names: readonly string[]) => string };

type Parsed = { record: string[]; info: { lines: number } };

/** Returns the delimiter of a CSV by its first line. Exports of spreadsheets have semicolons or tabs. */
export function delimiterOf(text: string): string {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  return [";", "\t"].find((each) => count(each) > count(",")) ?? ",";
}

/** Compares the names of columns as people write them: `Email Address`, `email_address`. */
const nameOf = (cell: string) => cell.trim().toLowerCase().replaceAll("_", " ");

/**
 * Parses a CSV whose first row names its columns, at most one row more than `maxRows`. Returns null for a text
 * that is none. Empty rows are left out.
 */
export async function readCsvTable(text: string, maxRows: number): Promise<CsvTable | null> {
  const { parse } = await import("csv-parse/sync");
  let parsed: Parsed[];
  try {
    const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, info: true };
    // The header and one row more.
    parsed = parse(text, {
      ...options,
      delimiter: delimiterOf(text),
      to: maxRows + 2,
    }) as unknown as Parsed[];
  } catch {
    // For example a quote that is never closed.
    return null;
  }
  const [header, ...body] = parsed;
  if (!header) return null;
  const places = new Map<string, number>();
  for (const [place, cell] of header.record.entries())
    if (!places.has(nameOf(cell))) places.set(nameOf(cell), place);
  const rows = body
    .filter(({ record }) => record.some((cell) => cell.trim() !== ""))
    .map(({ record, info }) => ({
      line: info.lines,
      cell: (...names: readonly string[]) => {
        const name = names.find((each) => places.has(each));
        return (name === undefined ? undefined : record[places.get(name) ?? -1])?.trim() ?? "";
      },
    }));
  return { columns: new Set(places.keys()), rows };
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;

/** Parses a time such as `2024-05-01 12:30:00`, in UTC unless it has a zone. Returns null for others and times to come. */
export function parseTime(text: string, now: Date): Date | null {
  const [, day, time = "00:00", zone = "Z"] = TIME.exec(text) ?? [];
  if (day === undefined) return null;
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?/, "$1:") : "Z";
  const at = new Date(`${day}T${time}${offset}`);
  const isPlausible = at <= now && at.getUTCFullYear() >= 1990;
  return isPlausible ? at : null;
}
