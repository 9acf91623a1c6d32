import { useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { PageImport } from "../../../contract/api/page-imports.ts";
import { saleImportRoutes } from "../../../contract/api/sale-imports.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { EarlierImports } from "../sections/earlier-imports.tsx";
import { addedCount, SOURCE_NAMES } from "./queries.ts";
import { saleCount, saleImportsQuery } from "./sales/queries.ts";
import { undoImport } from "./undo-import.ts";

/** Lists the imports of pages, products and sales, newest first. */
export function AllImports({ pages }: { pages: readonly PageImport[] }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(saleImportsQuery);
  const sales = data?.imports ?? [];
  const imports = [
    ...pages.map((one) => ({ ...one, name: SOURCE_NAMES[one.source], what: addedCount(one) })),
    ...sales.map((one) => ({ ...one, name: "Gumroad", what: saleCount(one.added) })),
  ].sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  const undoSales = async (id: string) => {
    const { removed, kept } = await request(saleImportRoutes.undo, { params: { id } });
    // Orders are shown in several sections.
    void queryClient.invalidateQueries();
    const done = t("{count, plural, one {# sale} other {# sales}} removed.", { count: removed });
    const stayed =
      kept > 0 &&
      t(
        "{count, plural, one {# sale stays, because it was used or changed since.} other {# sales stay, because they were used or changed since.}}",
        { count: kept },
      );
    toast([done, stayed].filter(Boolean).join(" "));
  };
  const isOfSales = (id: string) => sales.some((one) => one.id === id);
  return (
    <EarlierImports
      imports={imports}
      onUndo={(id) => (isOfSales(id) ? undoSales(id) : undoImport(queryClient, id))}
    />
  );
}
