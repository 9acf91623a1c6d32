import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { joinByComma } from "../../../../contract/rules/formats.ts";
import type { Language } from "../../../../contract/rules/languages.ts";
import type { ProductType } from "../../../../contract/rules/product-types.ts";
import { orderLines } from "../line-tables.ts";

export type OrderLine = typeof orderLines.$inferSelect;

const columns = getTableColumns(orderLines);
type Name = keyof typeof columns;

/** Selects the lines of an order by position, as a column of a query of `orders`. */
function selectLines<Selected extends Name>(names: readonly Selected[]): SQL<Pick<OrderLine, Selected>[]> {
  const fields = names.map(
    (name) => sql`${sql.raw(`'${name}'`)}, line.${sql.identifier(columns[name].name)}`,
  );
  const line = sql`json_build_object(${sql.join(fields, sql`, `)})`;
  return sql`(select coalesce(json_agg(${line} order by line.position), '[]') from ${orderLines} line where line.order_id = orders.id)`.mapWith(
    (rows: Record<string, unknown>[]) => rows.map((row) => readLine(row, names)),
  );
}

/** Converts the values of a line's JSON to the types of a row, such as its times. */
function readLine<Selected extends Name>(row: Record<string, unknown>, names: readonly Selected[]) {
  const values = names.map((name) => {
    const value = row[name];
    return [name, value === null ? null : columns[name].mapFromDriverValue(value)];
  });
  return Object.fromEntries(values);
}

export const linesOfOrder = selectLines(Object.keys(columns) as Name[]);
/** The lines as lists and exports name them. */
export const listedLines = selectLines(["name", "type", "bundleName", "amountCents"]);

/** The names of the lines, to search in. */
export const namesOfLines = sql`(select string_agg(concat_ws(E'\\n', line.bundle_name, line.name), E'\\n') from ${orderLines} line where line.order_id = orders.id)`;

type Sold<Field extends Name> = { lines: readonly Pick<OrderLine, Field>[] };

/** Returns the line whose type, image and colour represent the order: the first one. */
export function mainLineOf<Line>({ lines }: { lines: readonly Line[] }): Line {
  const [main] = lines;
  if (!main) throw new Error("an order without lines");
  return main;
}

/** Returns the name of an order: the names of its lines, or the name of their bundle, with the comma of the order's language. */
export const titleOf = ({
  lines,
  language,
}: Sold<"name" | "bundleName"> & { language?: Language | null }): string =>
  joinByComma(
    lines
      .filter(({ bundleName }, at) => bundleName === null || bundleName !== lines[at - 1]?.bundleName)
      .map(({ name, bundleName }) => bundleName ?? name),
    language ?? "en",
  );

/** Returns what an order is shown as: the type of its main line, or a bundle. */
export const typeOf = (order: Sold<"type" | "bundleName">): ProductType => {
  const { type, bundleName } = mainLineOf(order);
  return bundleName === null ? type : "bundle";
};

/** Returns the id of what a line was bought as: its bundle, or its product. */
export const boughtIdOf = ({ productId, bundleId, bundleName }: BoughtAs): number | null =>
  bundleName === null ? productId : bundleId;
type BoughtAs = Pick<OrderLine, "productId" | "bundleId" | "bundleName">;

/** Returns the lines of what the checkout was started for, without a second offer. */
export function mainLinesOf<Line extends Pick<OrderLine, "bundleId" | "bundleName">>(order: {
  lines: readonly Line[];
}): Line[] {
  const main = mainLineOf(order);
  if (main.bundleName === null) return [main];
  return order.lines.filter(
    ({ bundleId, bundleName }) => bundleId === main.bundleId && bundleName === main.bundleName,
  );
}

/** Returns the types of an order's lines, each once. */
export const typesOf = ({ lines }: Sold<"type">): string =>
  [...new Set(lines.map(({ type }) => type))].join(", ");

/** Returns the lines that are shipped. */
export const goodsOf = <Line extends Pick<OrderLine, "type">>({
  lines,
}: {
  lines: readonly Line[];
}): Line[] => lines.filter(({ type }) => type === "physical");

/** Sorts lines by product, as their stock is locked everywhere, so that two orders of the same products do not wait for each other. */
export const inLockOrder = <Line extends Pick<OrderLine, "productId">>(lines: readonly Line[]): Line[] =>
  lines.toSorted((one, other) => (one.productId ?? 0) - (other.productId ?? 0));

/** Returns when the goods of an order were shipped and their tracking, or nulls before. */
export function shipmentOf(order: Sold<"type" | "shippedAt" | "tracking">) {
  const { shippedAt, tracking } = goodsOf(order).find((line) => line.shippedAt !== null) ?? {};
  return { shippedAt: shippedAt ?? null, tracking: tracking ?? null };
}

/** Returns whether a paid line is refunded in full. */
export const isLineRefunded = ({
  amountCents,
  refundedCents,
}: Pick<OrderLine, "amountCents" | "refundedCents">): boolean =>
  amountCents > 0 && refundedCents >= amountCents;

/** Returns whether the buyer has withdrawn from the contract of every line. */
export const isWithdrawn = ({ lines }: Sold<"withdrawnAt">): boolean =>
  lines.every(({ withdrawnAt }) => withdrawnAt !== null);
