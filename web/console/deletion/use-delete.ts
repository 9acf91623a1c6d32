import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback } from "react";
import { toast } from "sonner";
import type { DeletedItem, DeletedItems } from "../../../contract/api/deleted-items.ts";
import type { Route } from "../../../contract/api/route.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage, request } from "../../lib/api.ts";
import { ignoreNotFound } from "../editing/ignore-not-found.ts";
import { useListChange } from "../editing/list-change.ts";
import { offerUndo } from "../editing/undo.ts";

/** A kind of item that can be restored after its deletion. */
export type Deletable<Item> = {
  /** Told when the item could not be deleted or restored. */
  failures: { delete: string; restore: string };
  nameOf: (item: Item) => string;
  /** The cache key of the list. The key of deleted items begins with it. */
  list: QueryKey;
  /** Cache keys of other lists that a deletion changes. */
  others?: readonly QueryKey[];
  routes: {
    remove: Route;
    restore: Route;
    deleted: Omit<Route, "responses"> & { responses: { 200: typeof DeletedItems } };
  };
};

/** Returns a function that deletes an item at once and offers undo. The list's heading gets the focus, because the focused button is removed. */
export function useDelete<Item extends { id: number }>(
  kind: Deletable<Item>,
  heading?: RefObject<HTMLElement | null>,
): (item: Item) => void {
  const queryClient = useQueryClient();
  const { mutate } = useListChange<Item, Item>(kind.list, {
    others: kind.others,
    send: ({ id }) => ignoreNotFound(request(kind.routes.remove, { params: { id } })),
    apply: (items, { id }) => items.filter((item) => item.id !== id),
    onDone: (item) => {
      const deleted = { id: item.id, name: kind.nameOf(item) };
      offerUndo(t("{name} deleted.", { name: deleted.name }), () => void restore(queryClient, kind, deleted));
    },
    failure: kind.failures.delete,
  });
  return useCallback(
    (item) => {
      heading?.current?.focus();
      mutate(item);
    },
    [heading, mutate],
  );
}

/** Restores a deleted item, and confirms or reports a failure. */
export async function restore(
  queryClient: QueryClient,
  { failures, list, others = [], routes }: Deletable<never>,
  { id, name }: Pick<DeletedItem, "id" | "name">,
): Promise<void> {
  try {
    await request(routes.restore, { params: { id } });
    toast.success(t("{name} restored.", { name }));
  } catch (error) {
    toast.error(errorMessage(error, failures.restore));
  }
  await Promise.all([list, ...others].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
