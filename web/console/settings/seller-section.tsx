import { useQuery } from "@tanstack/react-query";
import { Alert } from "../../ui/alert.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { useCreator } from "../creator-context.ts";
import { connectQuery } from "./connect-queries.ts";
import { Section } from "./section.tsx";
import { SellerForm } from "./seller-form.tsx";
import { sellerQuery } from "./seller-queries.ts";

/** Who sells on the page, shown on the public legal page. */
export function SellerSection() {
  const query = useQuery(sellerQuery);
  return (
    <Section
      id="seller"
      about="Buyers must be able to see who they buy from. Required before you can sell for real money."
    >
      <Loading
        query={query}
        failure="Couldn't load seller details"
        label="Loading seller details"
        // About as high as the form.
        shapes={["h-370 w-full rounded-control sm:h-270"]}
      >
        {(seller) => (
          <>
            {seller === null && <NoSeller />}
            <SellerForm seller={seller} />
          </>
        )}
      </Loading>
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
