import type { ComponentProps, ReactNode } from "react";
import { tableRoles } from "./table-roles.ts";

export type Column = {
  name: string;
  align?: "end";
  /** Classes of its width. */
  width?: string;
};

type CardTableProps = {
  columns: readonly Column[];
  /** The width from which the rows form a table, of the window or (`@4xl`) of a container. Below it, they are cards. */
  from: keyof typeof HEADS;
  /** Classes of the table. */
  className?: string;
  /** The rows, each a `TableRow`. */
  children: ReactNode;
};

const HEADS = {
  sm: { group: "sr-only sm:not-sr-only sm:table-header-group", row: "*:px-3" },
  md: { group: "sr-only md:not-sr-only md:table-header-group", row: "*:px-2.5" },
  lg: { group: "sr-only lg:not-sr-only lg:table-header-group", row: "*:px-2.5" },
  "@4xl": { group: "sr-only @4xl:not-sr-only @4xl:table-header-group", row: "*:px-2.5" },
} as const;

/** A table on wide screens, cards on phones. Explicit roles stay although the layout changes. */
export function CardTable({ columns, from, className = "", children }: CardTableProps) {
  const head = HEADS[from];
  return (
    <table {...tableRoles.table} className={`w-full border-collapse text-[15px] ${className}`}>
      <thead {...tableRoles.group} className={head.group}>
        <tr
          {...tableRoles.row}
          className={`border-t border-line text-start text-sm text-muted *:py-2 *:font-medium ${head.row} *:first:ps-5 *:last:pe-5`}
        >
          {columns.map(({ name, align, width = "" }) => (
            <th
              key={name}
              {...tableRoles.columnHeader}
              className={`${align === "end" ? "text-end" : ""} ${width}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.group}>{children}</tbody>
    </table>
  );
}

/** A row of a `CardTable`, or a card. */
export function TableRow(props: ComponentProps<"tr">) {
  return <tr {...tableRoles.row} {...props} />;
}

/** The cell with the row's name. */
export function RowHeader(props: ComponentProps<"th">) {
  return <th {...tableRoles.rowHeader} {...props} />;
}

export function Cell(props: ComponentProps<"td">) {
  return <td {...tableRoles.cell} {...props} />;
}
