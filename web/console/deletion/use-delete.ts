import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { DeletedItem } from "../../../contract/api/deleted-items.ts";
import { errorMessage } from "../../lib/api.ts";
import { ignoreNotFound } from "../ignore-not-found.ts";
import { offerUndo } from "../undo.ts";

/** A kind of things that can be restored after they were deleted. */
export type Deletable<Item> = {
  /** Completes the texts: "Couldn't delete tile." */
  noun: string;
  nameOf: (item: Item) => string;
  /** The key of the list of them in the cache; that of the deleted ones begins with it. */
  list: QueryKey;
  /** Keys of other lists that a deletion changes. */
  others?: readonly QueryKey[];
  remove: (id: number) => Promise<unknown>;
  restore: (id: number) => Promise<unknown>;
  listDeleted: (signal: AbortSignal) => Promise<{ items: DeletedItem[] }>;
};

/** Returns a function that deletes an item at once, and offers to undo that. */
export function useDelete<Item extends { id: number }>(kind: Deletable<Item>): (item: Item) => void {
  const queryClient = useQueryClient();
  const mutationKey = [...kind.list, "delete"];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: ({ id }: Item) => ignoreNotFound(kind.remove(id)),
    onMutate: async (item) => {
      await queryClient.cancelQueries({ queryKey: kind.list });
      queryClient.setQueryData<Item[]>(kind.list, (items) => items?.filter(({ id }) => id !== item.id));
    },
    onSuccess: (_response, item) => {
      const deleted = { id: item.id, name: kind.nameOf(item) };
      offerUndo(`${deleted.name} deleted.`, () => void restore(queryClient, kind, deleted));
    },
    onError: (error) => toast.error(errorMessage(error, `Couldn't delete ${kind.noun}.`)),
    onSettled: () => {
      // Until the last of several is deleted, the server's list has rows that are no longer on the screen.
      if (queryClient.isMutating({ mutationKey }) === 1) void invalidate(queryClient, kind);
    },
  });
  return mutate;
}

/** Restores a deleted item, and says whether that worked. */
export async function restore(
  queryClient: QueryClient,
  kind: Pick<Deletable<never>, "noun" | "list" | "others" | "restore">,
  { id, name }: Pick<DeletedItem, "id" | "name">,
): Promise<void> {
  try {
    await kind.restore(id);
    toast.success(`${name} restored.`);
  } catch (error) {
    toast.error(errorMessage(error, `Couldn't restore ${kind.noun}.`));
  }
  await invalidate(queryClient, kind);
}

function invalidate(
  queryClient: QueryClient,
  { list, others = [] }: Pick<Deletable<never>, "list" | "others">,
) {
  return Promise.all([list, ...others].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
