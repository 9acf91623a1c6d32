import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import type { OrderBuyer, OrderOfBuyer } from "../../../../contract/api/order-buyers.ts";
import type { CreatorOrder } from "../../../../contract/api/orders.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { t } from "../../../../contract/texts.ts";
import { PageState, useUrlState } from "../../../lib/use-url-state.ts";
import { Card } from "../../../ui/card.tsx";
import { DataList } from "../../../widgets/data-list.tsx";
import { DetailScreen } from "../../../widgets/detail-screen.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { Totals } from "../../../widgets/totals-figures.tsx";
import { MEMBER_SOURCES } from "../../audience/queries.ts";
import { isNotFound } from "../../editing/ignore-not-found.ts";
import { OrderTable } from "../order-table.tsx";
import { ResendDialog } from "../resend-dialog.tsx";
import { buyerQuery } from "./queries.ts";

/** All orders of the creator with the email of one order. */
export function BuyerScreen() {
  const { id = "" } = useParams();
  const [{ page }, setPage] = useUrlState(PageState);
  const query = useQuery(buyerQuery(id, page));
  const [resending, setResending] = useState<CreatorOrder | null>(null);
  return (
    <DetailScreen
      query={query}
      title={t("Buyer")}
      heading={t("Buyer")}
      list={{ path: paths.creatorOrder(Number(id)), label: t("Order #{id}", { id }) }}
      missing={!query.data && isNotFound(query.error) && t("This order doesn't exist, or it isn't yours.")}
      failure={t("Couldn't load this buyer.")}
      label={t("Loading buyer")}
    >
      {(buyer) =>
        buyer.email === null ? (
          <UnknownBuyer />
        ) : (
          <>
            <h1 className="text-3xl [overflow-wrap:anywhere] sm:text-4xl">{buyer.email}</h1>
            <Totals totals={buyer.totals} mockTotals={buyer.mockTotals} />
            <DataList
              id="buyer-orders"
              title={t("Orders")}
              query={query}
              failure={t("Couldn't load these orders.")}
              rows={({ orders }) => orders}
              empty={t("No orders.")}
              pages={{
                countOf: (count) => t("{count, plural, one {# order} other {# orders}}", { count }),
                onTurn: setPage,
              }}
            >
              {(orders) => <OrderTable orders={orders} onResend={setResending} column={OPEN_FILES} />}
            </DataList>
            <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
              <News buyer={buyer} />
              <Emails emails={buyer.emails} />
            </div>
            <ResendDialog order={resending} onClose={() => setResending(null)} />
          </>
        )
      }
    </DetailScreen>
  );
}

/** Files that the buyer can open now. */
const OPEN_FILES = {
  name: t("Files"),
  of: ({ open_files }: OrderOfBuyer) =>
    open_files === 0 ? (
      <span className="text-muted">{t("No file to open")}</span>
    ) : (
      <span>{t("{openFiles, plural, one {# file} other {# files}} to open", { openFiles: open_files })}</span>
    ),
};

function UnknownBuyer() {
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">{t("Buyer")}</h1>
      <p>
        {t(
          "This order has no email: the buyer gave none, or their data was deleted. So there is no list of their orders.",
        )}
      </p>
    </>
  );
}

/** Whether the buyer receives the creator's emails, with the consent as evidence. */
function News({ buyer: { reader, is_unsubscribed } }: { buyer: OrderBuyer }) {
  return (
    <Card title={t("Your emails")}>
      {is_unsubscribed && <p>{t("Unsubscribed. This email receives no news from you.")}</p>}
      {!is_unsubscribed && reader === null && <p>{t("Not in your audience.")}</p>}
      {!is_unsubscribed && reader !== null && (
        <div className="grid gap-1 [overflow-wrap:anywhere]">
          <p>
            {reader.confirmed_at === null
              ? t("Consented, but has not confirmed it. Receives no news yet.")
              : t("In your audience.")}
          </p>
          <p className="text-sm text-muted">
            <Timestamp at={reader.consented_at} />
            <span> · {MEMBER_SOURCES[reader.source]}: </span>
            <bdi>{reader.source_title}</bdi>
          </p>
          <p dir="auto" className="text-sm text-muted">
            {reader.consent_text}
          </p>
        </div>
      )}
    </Card>
  );
}

/** The latest emails about the orders. */
function Emails({ emails }: Pick<OrderBuyer, "emails">) {
  return (
    <Card title={t("Emails about the orders")}>
      {emails.length === 0 ? (
        <p>{t("No emails are recorded.")}</p>
      ) : (
        <ul className="grid gap-2">
          {emails.map(({ order_id, at, about }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and a new one redraws the list at little cost
            <li key={index} className="flex flex-wrap items-center justify-between gap-x-3">
              <Link to={paths.creatorOrder(order_id)} className="link flex min-h-11 items-center">
                {about === null
                  ? t("Email about order #{number}", { number: order_id })
                  : t("{about}, order #{number}", { about, number: order_id })}
              </Link>
              <span className="text-sm text-muted">
                <Timestamp at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
