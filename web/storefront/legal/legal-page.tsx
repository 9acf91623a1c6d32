import type { ReactNode } from "react";
import type { ModelOf, PageSite } from "../../../contract/pages/pages.ts";
import { CONTRACT_KINDS } from "../../../contract/rules/contract-kinds.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { countryName } from "../../lib/seller.ts";
import { ReportLink } from "../creator/page-footer.tsx";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { MessagePage } from "../layout/message-page.tsx";
import { WithdrawalForm } from "./withdrawal-form.tsx";
import { WithdrawalTerms } from "./withdrawal-terms.tsx";

/** The seller of a creator's page, as EU law requires it to be published. */
export function LegalPage({ model, site }: { model: ModelOf<"legal">; site: PageSite }) {
  const { creator, seller, brand } = model;
  return (
    <CardPage brand={brand}>
      <div className="grid grid-cols-1 gap-5">
        <div className="grid gap-2">
          <h1 className="text-3xl">{t("Seller details")}</h1>
          <p className="wrap-anywhere text-muted">
            {rich("Who sells on the page of {creator} ({handle}).", {
              creator: <bdi>{creator.display_name}</bdi>,
              handle: <bdi>@{creator.handle}</bdi>,
            })}
          </p>
        </div>
        <p className="rounded-control bg-tint px-4 py-3">
          {t(
            seller.is_trader
              ? "This seller is a business. EU consumer rights apply."
              : "This seller is a private person. EU consumer rights, such as the right of withdrawal, do not apply.",
          )}
        </p>
        <dl className="grid grid-cols-1 gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <Detail name={t("Name")}>{seller.legal_name}</Detail>
          <Detail name={t("Postal address")}>
            {seller.address}
            {"\n"}
            {countryName(seller.country)}
          </Detail>
          <Detail name={t("Email")}>
            <a className="link" href={`mailto:${encodeURIComponent(seller.email)}`}>
              {seller.email}
            </a>
          </Detail>
          {seller.phone && <Detail name={t("Phone")}>{seller.phone}</Detail>}
          {seller.vat_id && <Detail name={t("VAT ID")}>{seller.vat_id}</Detail>}
          {seller.register && <Detail name={t("Register entry")}>{seller.register}</Detail>}
          {seller.tax_note && <Detail name={t("Tax")}>{seller.tax_note}</Detail>}
          {seller.delivery_time && <Detail name={t("Delivery time")}>{seller.delivery_time}</Detail>}
          {seller.terms_url && (
            <Detail name={t("Terms and conditions")}>
              <a className="link" href={seller.terms_url} rel="nofollow noopener ugc">
                {seller.terms_url}
              </a>
            </Detail>
          )}
        </dl>
        {seller.is_trader && <RightOfWithdrawal seller={seller} />}
        <BackToCreator handle={creator.handle} />
        <ReportLink path={paths.legal(creator.handle)} site={site} className="link text-sm text-muted" />
      </div>
    </CardPage>
  );
}

const KINDS = {
  goods: text("Goods"),
  file: text("Files to download"),
  service: text("Services"),
} as const;

/** The standard text for each kind of product, and the model form. */
function RightOfWithdrawal({ seller }: { seller: ModelOf<"legal">["seller"] }) {
  return (
    <section
      aria-labelledby="withdrawal"
      className="grid grid-cols-1 gap-2 border-t border-line pt-5 text-[15px] wrap-anywhere"
    >
      <h2 id="withdrawal" className="text-xl font-bold">
        {t("Right of withdrawal")}
      </h2>
      {CONTRACT_KINDS.map((kind) => (
        <details key={kind}>
          <summary className="cursor-pointer rounded-control py-2.5 font-semibold">{t(KINDS[kind])}</summary>
          <div className="mb-2 grid gap-2 text-muted">
            <WithdrawalTerms of={kind} seller={seller} />
          </div>
        </details>
      ))}
      <p className="text-muted">{t("Tips and free products have no such right.")}</p>
      <WithdrawalForm seller={seller} />
    </section>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="col-span-full grid grid-cols-subgrid gap-y-0.5">
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="at-start font-semibold wrap-anywhere whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}

export function LegalNotFound() {
  return (
    <MessagePage title={t("No seller details.")}>
      {t("This creator has not published seller details, or the page no longer exists.")}
    </MessagePage>
  );
}
