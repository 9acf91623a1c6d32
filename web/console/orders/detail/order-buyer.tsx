import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import type { PostalAddress } from "../../../../contract/rules/addresses.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { t } from "../../../../contract/texts.ts";
import { countryName } from "../../../lib/seller.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Quote } from "./order-payments.tsx";

type OrderBuyerProps = {
  order: Pick<CreatorOrderDetail, "id" | "buyer" | "note">;
  actions: ReactNode;
  /** Null for an order whose email cannot be corrected. */
  onCorrectEmail: (() => void) | null;
};

/** The buyer, their note and the delivery address. */
export function OrderBuyer({ order: { id, buyer, note }, actions, onCorrectEmail }: OrderBuyerProps) {
  return (
    <Card title={t("Buyer")} actions={actions}>
      <dl className="grid gap-3 [overflow-wrap:anywhere]">
        <Fact name={t("Email")}>
          <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            {buyer.email === null ? (
              <span className="text-muted">{t("No email")}</span>
            ) : (
              <span>{buyer.email}</span>
            )}
            {onCorrectEmail && <Button onClick={onCorrectEmail}>{t("Correct the email")}</Button>}
          </span>
        </Fact>
        {buyer.country !== null && <Fact name={t("Country")}>{countryName(buyer.country)}</Fact>}
        {buyer.company?.name && <Fact name={t("Company")}>{buyer.company.name}</Fact>}
        {buyer.company?.vat_id && <Fact name={t("VAT ID")}>{buyer.company.vat_id}</Fact>}
        {note !== null && (
          <Fact name={t("Note to you")}>
            <Quote>{note}</Quote>
          </Fact>
        )}
        {buyer.address && (
          <Fact name={t("Address")}>
            <Address address={buyer.address} />
          </Fact>
        )}
      </dl>
      {buyer.email !== null && (
        <Link to={paths.orderBuyer(id)} className="link flex min-h-11 items-center justify-self-start">
          {t("All orders of this buyer")}
        </Link>
      )}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Address({ address }: { address: PostalAddress }) {
  const { name, line1, line2, postal_code, city, state, country } = address;
  const lines = [name, line1, line2, `${postal_code} ${city}`.trim(), state, countryName(country)];
  return (
    <address dir="auto" className="whitespace-pre-line not-italic">
      {lines.filter((line) => line).join("\n")}
    </address>
  );
}
