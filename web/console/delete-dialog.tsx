import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "../widgets/confirm-dialog.tsx";

type DeleteDialogProps<Item> = {
  /** What is to be deleted; null when closed. */
  item: Item | null;
  /** Completes the texts: "Delete this tile?". */
  noun: string;
  /** Shown when it fails and the server sent no text. */
  failure: string;
  remove: Pick<UseMutationResult<unknown, Error, Item>, "mutate" | "isPending" | "error" | "reset">;
  onClose: () => void;
  onDeleted?: (item: Item) => void;
  /** What receives the focus in place of the row that is gone. */
  focusAfter?: RefObject<HTMLElement | null>;
  /** What is lost, after the name of the item. */
  children: (item: Item | null) => ReactNode;
};

/** Asks before an item of a list is deleted. */
export function DeleteDialog<Item>(props: DeleteDialogProps<Item>) {
  const { item, noun, failure, remove, onClose, onDeleted, focusAfter, children } = props;
  const finish = (deleted: Item) => {
    // Closed first: behind an open dialog nothing receives the focus.
    flushSync(onClose);
    focusAfter?.current?.focus();
    onDeleted?.(deleted);
  };
  return (
    <ConfirmDialog
      open={item !== null}
      title={`Delete this ${noun}?`}
      confirm={`Delete ${noun}`}
      failure={failure}
      work={remove}
      onClose={onClose}
      onConfirm={() => item !== null && remove.mutate(item, { onSuccess: () => finish(item) })}
    >
      {children(item)}
    </ConfirmDialog>
  );
}
