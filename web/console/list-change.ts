import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { errorMessage } from "../lib/api.ts";

type ListChange<Item, Input> = {
  /** Completes the key of the list: changes with the same name wait for each other before the list is loaded again. */
  name: string;
  /** Changes of the same scope are sent one after another: the last choice must also be the last request. */
  scope?: string;
  /** Keys of other lists that it changes. */
  others?: readonly QueryKey[];
  send: (input: Input) => Promise<unknown>;
  apply: (items: Item[], input: Input) => Item[];
  /** Returns the list as it was before; what else was changed meanwhile stays. Without it, the list is only loaded again. */
  revert?: (items: Item[], input: Input, before: Item[]) => Item[];
  onDone?: (input: Input, before: Item[]) => void;
  /** Shown when it fails and the server sent no message. */
  failure: string;
};

/** Changes a list in the cache at once, and back when the request fails. */
export function useListChange<Item, Input>(list: QueryKey, change: ListChange<Item, Input>) {
  const { name, scope, others = [], send, apply, revert, onDone, failure } = change;
  const queryClient = useQueryClient();
  const mutationKey = [...list, name];
  const put = (update: (items: Item[]) => Item[]) =>
    queryClient.setQueryData<Item[]>(list, (items) => items && update(items));
  return useMutation({
    mutationKey,
    ...(scope && { scope: { id: scope } }),
    mutationFn: send,
    onMutate: async (input) => {
      await queryClient.cancelQueries({ queryKey: list });
      const before = queryClient.getQueryData<Item[]>(list) ?? [];
      put((items) => apply(items, input));
      return before;
    },
    onSuccess: (_response, input, before) => onDone?.(input, before),
    onError: (error, input, before) => {
      if (revert && before) put((items) => revert(items, input, before));
      toast.error(errorMessage(error, failure));
    },
    onSettled: () => {
      // Before the last of several, the server's list is not yet the one on the screen.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      for (const queryKey of [list, ...others]) void queryClient.invalidateQueries({ queryKey });
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
