import type { PublicSeller } from "../../../contract/api/public-seller.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { sellerLine } from "../../lib/seller.ts";

type SellerLineProps = {
  seller: Pick<PublicSeller, "name" | "country" | "is_trader">;
  /** The creator whose seller details are linked. */
  handle?: string;
};

/** Names the seller of everything that is sold. */
export function SellerLine({ seller, handle }: SellerLineProps) {
  return (
    <p className="text-sm wrap-anywhere text-muted">
      <span dir="auto">{sellerLine(seller)}</span>
      <span>.</span>
      {handle !== undefined && (
        <>
          {" "}
          <a href={paths.legal(handle)} className="link whitespace-nowrap">
            Seller details
          </a>
        </>
      )}
    </p>
  );
}
