import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useCreator } from "../creator-context.ts";
import { connectQuery } from "./connect-queries.ts";
import { Section } from "./section.tsx";
import { SellerForm } from "./seller-form.tsx";
import { sellerQuery } from "./seller-queries.ts";

/** Who sells on the page, shown on the public legal page. */
export function SellerSection() {
  const { data: seller, error, refetch } = useQuery(sellerQuery);
  return (
    <Section
      id="seller"
      about="Buyers must be able to see who they buy from. Required before you can sell for real money."
    >
      {seller !== undefined ? (
        <>
          {seller === null && <NoSeller />}
          <SellerForm seller={seller} />
        </>
      ) : error ? (
        <LoadFailure onRetry={refetch}>{errorMessage(error, "Unable to load seller details")}</LoadFailure>
      ) : (
        <div role="status" aria-label="Loading seller details">
          {/* About as high as the form. */}
          <Skeleton className="h-370 w-full rounded-control sm:h-270" />
        </div>
      )}
    </Section>
  );
}

/** Without these details nothing is sold for real money, also where the account is ready. */
function NoSeller() {
  const { payment_provider: provider } = useCreator();
  const { data: status } = useQuery(connectQuery);
  if (provider === "none" || !status?.canSell || status.mode === "sandbox")
    return <p>No seller details yet.</p>;
  return <Alert tone="warn">Buyers can't pay until you add your seller details.</Alert>;
}
