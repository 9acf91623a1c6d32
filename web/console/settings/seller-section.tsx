import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Seller } from "../../../contract/api/sellers.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { errorMessage } from "../../lib/api.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { sellerLine } from "../../lib/seller.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FormDialog } from "../../widgets/form-dialog.tsx";
import { useCreator } from "../creator-context.ts";
import { connectQuery } from "./connect-queries.ts";
import { Section } from "./section.tsx";
import { SellerForm } from "./seller-form.tsx";
import { sellerQuery } from "./seller-queries.ts";

/** Who sells on the page, saved separately from the form. */
export function SellerSection() {
  const { data: seller, error, refetch } = useQuery(sellerQuery);
  return (
    <Section
      title="Seller details"
      about="Buyers must be able to see who they buy from. Required before you can sell for real money."
    >
      {seller !== undefined ? (
        <SavedSeller seller={seller} />
      ) : error ? (
        <LoadFailure onRetry={refetch}>{errorMessage(error, "Unable to load seller details")}</LoadFailure>
      ) : (
        <div role="status" aria-label="Loading seller details" className="grid gap-4">
          <Skeleton className="h-5 w-2/3 rounded-md" />
          <Skeleton className="h-11 w-52 rounded-control" />
        </div>
      )}
    </Section>
  );
}

/** Without these details nothing is sold for real money, also where the account is ready. */
function NoSeller() {
  const { payment_provider: provider } = useCreator();
  const { data: status } = useQuery(connectQuery);
  if (provider !== "stripe" || !status?.canSell || status.mode === "sandbox")
    return <p>No seller details yet.</p>;
  return <Alert tone="warn">Buyers can't pay until you add your seller details.</Alert>;
}

function SavedSeller({ seller }: { seller: Seller | null }) {
  const creator = useCreator();
  // A draft that was stored when the session ended is shown in the dialog.
  const [isOpen, setIsOpen] = useState(() => loadDraft("seller", creator.id) !== null);
  const close = () => setIsOpen(false);
  return (
    <>
      {seller ? (
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {sellerLine({ name: seller.legal_name, country: seller.country, is_trader: seller.is_trader })}.
        </p>
      ) : (
        <NoSeller />
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setIsOpen(true)}>
          {seller ? "Edit seller details" : "Add seller details"}
        </Button>
        {seller && (
          <Button href={paths.legal(creator.handle)} variant="quiet">
            View the public page
          </Button>
        )}
      </div>
      <FormDialog open={isOpen} title="Seller details" onClose={close} width="sm:max-w-xl">
        <SellerForm seller={seller} onSaved={close} />
      </FormDialog>
    </>
  );
}
