/** A cell, quoted or not, with the separator after it. */
const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/gy;

/** Returns the rows of a CSV file of the product, with their cells by column name. */
export function readCsv(csv: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  for (const [, cell = "", end] of csv.replace("\uFEFF", "").trimEnd().matchAll(CELL)) {
    lines.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === "\r\n") lines.push([]);
    else if (end === "") break;
  }
  const [header = [], ...rows] = lines;
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [header[at] ?? "", cell])));
}
