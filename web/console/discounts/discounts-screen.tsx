import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Discount } from "../../../contract/api/discounts.ts";
import { MAX_DISCOUNTS } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { Button } from "../../ui/button.tsx";
import { DataList, Nothing } from "../../widgets/data-list.tsx";
import { FormDialog } from "../../widgets/form-dialog.tsx";
import { useCreator } from "../creator-context.ts";
import { RecentlyDeleted } from "../deletion/recently-deleted.tsx";
import { useDelete } from "../deletion/use-delete.ts";
import { DiscountForm } from "./discount-form.tsx";
import { DiscountTable } from "./discount-table.tsx";
import { deletableDiscounts, discountsQuery } from "./queries.ts";
import { SeriesList } from "./series-list.tsx";

export function DiscountsScreen() {
  const creatorId = useCreator().id;
  const query = useQuery(discountsQuery);
  const discounts = query.data;
  /** Null to add a code; undefined while the dialog is closed. */
  const [edited, setEdited] = useState<Discount | null>();
  const close = () => setEdited(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useDelete(deletableDiscounts, heading);
  const [storedDraft, setStoredDraft] = useState(() => loadDraft("discount", creatorId));
  if (discounts && storedDraft) {
    setStoredDraft(null);
    // Deleted meanwhile: the values can be saved as a new code.
    setEdited(discounts.find(({ id }) => id === storedDraft.id) ?? null);
  }
  const isFull = discounts !== undefined && discounts.length >= MAX_DISCOUNTS;
  return (
    <>
      <DataList
        id="discount-list"
        title={t("Your codes")}
        headingRef={heading}
        query={query}
        failure={t("Couldn't load your codes.")}
        actions={
          <Button variant="primary" disabled={isFull} onClick={() => setEdited(null)}>
            {t("New code")}
          </Button>
        }
        filter={
          isFull && (
            <p className="text-sm text-muted">
              {t("You have {count, plural, one {# code} other {# codes}}. Delete one to add another.", {
                count: MAX_DISCOUNTS,
              })}
            </p>
          )
        }
        rows={(all) => all}
        empty={
          <Nothing title={t("No codes yet.")}>
            {t("Create a code and share its link: buyers pay less until it ends.")}
          </Nothing>
        }
      >
        {(all) => <DiscountTable discounts={all} onEdit={setEdited} onDelete={remove} />}
      </DataList>
      <FormDialog open={edited !== undefined} title={edited ? t("Edit code") : t("New code")} onClose={close}>
        <DiscountForm discount={edited ?? null} onSaved={close} />
      </FormDialog>
      <RecentlyDeleted kind={deletableDiscounts} />
      <SeriesList />
    </>
  );
}
