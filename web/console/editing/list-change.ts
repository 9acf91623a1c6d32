import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { errorMessage } from "../../lib/api.ts";

type ListChange<Item, Input> = {
  /** Changes of one scope are sent one after another, so that the last choice is saved last. */
  scope?: string;
  /** Cache keys of other lists that the change affects. */
  others?: readonly QueryKey[];
  send: (input: Input) => Promise<unknown>;
  apply: (items: Item[], input: Input) => Item[];
  /** Reverts this change in the list and keeps other changes. Without it, the list is only reloaded. */
  revert?: (items: Item[], input: Input, before: Item[]) => Item[];
  onDone?: (input: Input, before: Item[]) => void;
  /** Shown if it fails without a message from the server. */
  failure: string;
};

/** Changes a list in the cache at once, and reverts it if the request fails. */
export function useListChange<Item, Input>(list: QueryKey, change: ListChange<Item, Input>) {
  const { scope, others = [], send, apply, revert, onDone, failure } = change;
  const queryClient = useQueryClient();
  const updateList = (update: (items: Item[]) => Item[]) =>
    queryClient.setQueryData<Item[]>(list, (items) => items && update(items));
  return useMutation({
    mutationKey: list,
    ...(scope && { scope: { id: scope } }),
    mutationFn: send,
    onMutate: async (input) => {
      await queryClient.cancelQueries({ queryKey: list });
      const before = queryClient.getQueryData<Item[]>(list) ?? [];
      updateList((items) => apply(items, input));
      return before;
    },
    onSuccess: (_response, input, before) => onDone?.(input, before),
    onError: (error, input, before) => {
      if (revert && before) updateList((items) => revert(items, input, before));
      toast.error(errorMessage(error, failure));
    },
    onSettled: () => {
      // Reload only after the last of several changes, because until then the server's list lags behind the screen.
      // In its own list, this change still counts as running.
      const isLast = (key: QueryKey, self: number) => queryClient.isMutating({ mutationKey: key }) === self;
      if (isLast(list, 1)) void queryClient.invalidateQueries({ queryKey: list });
      for (const key of others) if (isLast(key, 0)) void queryClient.invalidateQueries({ queryKey: key });
    },
  });
}

/** Returns the items with one of them changed. */
export function withChange<Item extends { id: number }>(
  items: Item[],
  id: number,
  change: NoInfer<Partial<Item>>,
): Item[] {
  return items.map((item) => (item.id === id ? { ...item, ...change } : item));
}
