import type { QueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { pageImportRoutes } from "../../../contract/api/page-imports.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { productsQuery } from "../products/queries.ts";
import { tilesQuery } from "../tiles/queries.ts";
import { pageImportsQuery } from "./queries.ts";

/** Deletes the unchanged tiles of an import, and names those that stay. Throws the server's error. */
export async function undoImport(queryClient: QueryClient, id: string): Promise<void> {
  const { kept } = await request(pageImportRoutes.undo, { params: { id } });
  void queryClient.invalidateQueries(tilesQuery);
  void queryClient.invalidateQueries(productsQuery);
  void queryClient.invalidateQueries(pageImportsQuery);
  toast(
    kept.length === 0
      ? t("Undone.")
      : t("Undone. Kept, because you changed them: {names}.", { names: kept.join(", ") }),
  );
}
