import { delimiterOf } from "../csv-table.ts";
import { Found } from "./found.ts";

const URL_COLUMNS = /^(?:url|link|address|href|website)$/i;
const TITLE_COLUMNS = /^(?:title|name|label|text)$/i;
const DESCRIPTION_COLUMNS = /^(?:description|note|notes|excerpt)$/i;
const IMAGE_COLUMNS = /^(?:image|image[_ ]?url|cover|thumbnail)$/i;
const MAX_ROWS = 20_000;

/**
 * Reads a CSV of links. Its first row names the columns, or the first column with an `https://` address is
 * the link and the first other one the title. Returns null for a text that is no such list.
 */
export async function readCsvLinks(text: string): Promise<Found | null> {
  const rows = await parse(text, delimiterOf(text));
  const [first = []] = rows;
  const columnOf = (pattern: RegExp) => first.findIndex((cell) => pattern.test(cell.trim()));
  const isNamed = columnOf(URL_COLUMNS) !== -1;
  const body = isNamed ? rows.slice(1) : rows;
  const urlAt = isNamed
    ? columnOf(URL_COLUMNS)
    : first.findIndex((_, column) => body.some((row) => isUrl(row[column])));
  if (urlAt === -1 || !body.some((row) => isUrl(row[urlAt]))) return null;
  const titleAt = isNamed ? columnOf(TITLE_COLUMNS) : first.findIndex((_, column) => column !== urlAt);
  const found = new Found("csv");
  for (const row of body) {
    const cell = (column: number) => (column === -1 ? undefined : row[column]);
    if (row.some((each) => each.trim() !== ""))
      found.link({
        title: cell(titleAt),
        url: cell(urlAt),
        description: isNamed ? cell(columnOf(DESCRIPTION_COLUMNS)) : undefined,
        imageUrl: isNamed ? cell(columnOf(IMAGE_COLUMNS)) : undefined,
      });
  }
  return found;
}

const isUrl = (cell: string | undefined) => /^\s*https?:\/\//i.test(cell ?? "");

async function parse(text: string, delimiter: string): Promise<string[][]> {
  const { parse: parseCsv } = await import("csv-parse/sync");
  try {
    const options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
    return parseCsv(text, { ...options, to: MAX_ROWS }) as string[][];
  } catch {
    // For example a quote that is never closed.
    return [];
  }
}
