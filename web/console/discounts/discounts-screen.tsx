import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Discount } from "../../../contract/api/discounts.ts";
import { MAX_DISCOUNTS } from "../../../contract/rules/limits.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { Button } from "../../ui/button.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { useCreator } from "../creator-context.ts";
import { RecentlyDeleted } from "../deletion/recently-deleted.tsx";
import { useDelete } from "../deletion/use-delete.ts";
import { DiscountDialog } from "./discount-dialog.tsx";
import { DiscountTable } from "./discount-table.tsx";
import { deletableDiscounts, discountsQuery } from "./queries.ts";

/** The creator's discount codes. */
export function DiscountsScreen() {
  const creatorId = useCreator().id;
  const query = useQuery(discountsQuery);
  const discounts = query.data;
  /** Null to add one; undefined when the dialog is closed. */
  const [edited, setEdited] = useState<Discount | null>();
  const remove = useDelete(deletableDiscounts);
  const heading = useRef<HTMLHeadingElement>(null);
  const [storedDraft, setStoredDraft] = useState(() => loadDraft("discount", creatorId));
  if (discounts && storedDraft) {
    setStoredDraft(null);
    // Deleted in the meantime: the values can be saved as a new code.
    setEdited(discounts.find(({ id }) => id === storedDraft.id) ?? null);
  }
  const deleteCode = (discount: Discount) => {
    // The row with the focused button is removed at once.
    heading.current?.focus();
    remove(discount);
  };
  const isFull = discounts !== undefined && discounts.length >= MAX_DISCOUNTS;
  return (
    <>
      <DataList
        id="discount-list"
        title="Your codes"
        headingRef={heading}
        query={query}
        failure="Couldn't load your codes."
        actions={
          <Button variant="primary" disabled={isFull} onClick={() => setEdited(null)}>
            New code
          </Button>
        }
        filter={
          isFull && (
            <p className="text-sm text-muted">You have {MAX_DISCOUNTS} codes. Delete one to add another.</p>
          )
        }
        isEmpty={(all) => all.length === 0}
        empty={<NoDiscounts />}
      >
        {(all) => <DiscountTable discounts={all} onEdit={setEdited} onDelete={deleteCode} />}
      </DataList>
      <DiscountDialog discount={edited} onClose={() => setEdited(undefined)} />
      <RecentlyDeleted kind={deletableDiscounts} />
    </>
  );
}

function NoDiscounts() {
  return (
    <div className="grid justify-items-center gap-1">
      <p className="font-semibold">No codes yet.</p>
      <p className="text-muted">Create a code and share its link: buyers pay less until it ends.</p>
    </div>
  );
}
