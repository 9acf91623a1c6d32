import type { PublicSeller } from "../../../contract/api/public-seller.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { SoldBy } from "../../widgets/sold-by.tsx";

type SellerLineProps = {
  seller: Pick<PublicSeller, "name" | "country" | "is_trader">;
  /** The creator whose seller details are linked. */
  handle?: string;
};

/** Names the seller of everything that is sold. */
export function SellerLine({ seller, handle }: SellerLineProps) {
  return (
    <p className="text-sm wrap-anywhere text-muted">
      <SoldBy {...seller} />
      {handle !== undefined && (
        <>
          {" "}
          <a href={paths.legal(handle)} className="link whitespace-nowrap">
            {t("Seller details")}
          </a>
        </>
      )}
    </p>
  );
}
