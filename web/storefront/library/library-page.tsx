import type { LibraryGroup, LibraryOrder } from "../../../contract/pages/library-models.ts";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { LIBRARY_PAGE_SIZE, LIBRARY_SEARCH_ABOVE } from "../../../contract/rules/library-limits.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { orderBadge } from "../../lib/order-state-labels.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { Day, Price } from "../layout/isolated.tsx";

/** All purchases of an email by creator, in parts. */
export function LibraryPage({ model }: { model: ModelOf<"library"> }) {
  const { email, search, from, total, all, groups, gifts } = model;
  return (
    <CardPage>
      <div className="grid grid-cols-1 gap-6">
        <div className="grid gap-2">
          <h1 className="text-3xl">{t("Your purchases")}</h1>
          <p className="wrap-anywhere text-muted">
            {rich("Everything that was bought with {email}.", { email: <bdi>{email}</bdi> })}
          </p>
        </div>
        {all > LIBRARY_SEARCH_ABOVE && <Search search={search} />}
        {gifts.length > 0 && <Gifts gifts={gifts} />}
        {groups.length === 0 && gifts.length === 0 && (
          <p>
            {all === 0 ? t("Nothing was bought with this email.") : t("No purchase matches your search.")}
          </p>
        )}
        {groups.map((group) => (
          <Group key={`${group.orders[0]?.id}`} group={group} />
        ))}
        {total > LIBRARY_PAGE_SIZE && <Parts {...{ search, from, total }} />}
        <form method="post" action={paths.leaveLibrary()} className="grid gap-2 border-t border-line pt-5">
          <Button type="submit">{t("Use another email")}</Button>
          <p className="text-center text-sm text-muted">
            {t("This browser then no longer shows these purchases.")}
          </p>
        </form>
      </div>
    </CardPage>
  );
}

function Gifts({ gifts }: Pick<ModelOf<"library">, "gifts">) {
  return (
    <section className="grid grid-cols-1 gap-1">
      <h2 className="text-lg font-semibold">{t("Gifts for you")}</h2>
      <ul className="grid grid-cols-1 divide-y divide-line border-y border-line">
        {gifts.map(({ id, product, from, sent_at, has_download }) => (
          <li key={id}>
            <a
              href={paths.libraryGift(id)}
              className="grid min-h-11 grid-cols-1 gap-0.5 rounded-control py-3 hover:bg-tint"
            >
              <span dir="auto" className="font-semibold wrap-anywhere">
                {product}
              </span>
              <span className="flex flex-wrap gap-x-3 text-sm text-muted">
                <Day at={sent_at} />
                {from !== null && (
                  <span className="wrap-anywhere">{rich("From {name}", { name: <bdi>{from}</bdi> })}</span>
                )}
                <span>{has_download ? t("Download") : t("Ended")}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Search({ search }: { search: string }) {
  return (
    <form action={paths.library()} className="grid gap-3">
      <Field label={t("Search")} help={t("By product, creator or receipt number.")}>
        {(control) => (
          <Input
            {...control}
            type="search"
            name="search"
            defaultValue={search}
            maxLength={limits.search.max}
            autoCapitalize="none"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit">{t("Search")}</Button>
        {search !== "" && <Button href={paths.library()}>{t("Show all purchases")}</Button>}
      </div>
    </form>
  );
}

function Group({ group: { creator, isTest, orders } }: { group: LibraryGroup }) {
  return (
    <section className="grid grid-cols-1 gap-1">
      <h2 dir="auto" className="text-lg font-semibold wrap-anywhere">
        {creator === null ? (
          t("A former creator")
        ) : (
          <a
            href={paths.creator(creator.handle)}
            className="inline-flex min-h-11 min-w-11 items-center hover:underline"
          >
            {creator.display_name}
          </a>
        )}
      </h2>
      {isTest && <p className="text-sm text-muted">{t("Tests: no money was charged.")}</p>}
      <ul className="grid grid-cols-1 divide-y divide-line border-y border-line">
        {orders.map((order) => (
          <Order key={order.id} order={order} />
        ))}
      </ul>
    </section>
  );
}

function Order({ order }: { order: LibraryOrder }) {
  return (
    <li>
      <a
        href={paths.libraryOrder(order.id)}
        className="grid min-h-11 grid-cols-1 gap-0.5 rounded-control py-3 hover:bg-tint"
      >
        <span className="flex items-baseline justify-between gap-4">
          <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
            {order.product}
          </span>
          <span className="shrink-0 tabular-nums">
            {!order.is_imported && <Price cents={order.amount_cents} currency={order.currency} />}
          </span>
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          <Day at={order.paid_at} />
          <span>{orderBadge({ ...order, isWithdrawn: order.is_withdrawn }).label}</span>
          {order.has_download && <span>{t("Download")}</span>}
          {order.type === "physical" && !order.is_withdrawn && (
            <span>{order.shipped_at === null ? t("Not shipped yet") : t("Shipped")}</span>
          )}
          {order.number !== null && <span className="wrap-anywhere">{order.number}</span>}
        </span>
      </a>
      {order.can_withdraw && (
        <a
          href={paths.withdraw(paths.libraryOrder(order.id))}
          className="mb-1 inline-flex min-h-11 items-center text-sm underline"
        >
          <span>
            {rich("Withdraw from contract<hidden> about {product}</hidden>", {
              product: <bdi>{order.product}</bdi>,
              hidden: (about) => <span className="sr-only">{about}</span>,
            })}
          </span>
        </a>
      )}
    </li>
  );
}

function Parts({ search, from, total }: { search: string; from: number; total: number }) {
  const next = from + LIBRARY_PAGE_SIZE;
  return (
    <nav aria-label={t("More purchases")} className="grid justify-items-center gap-3 text-center">
      <p className="text-sm text-muted tabular-nums">
        {from < total
          ? t("{first} to {last} of {total}", { first: from + 1, last: Math.min(next, total), total })
          : t("{total} in all", { total })}
      </p>
      <div className="flex flex-wrap justify-center gap-2.5">
        {from > 0 && (
          <Button href={paths.library({ search, from: Math.max(0, from - LIBRARY_PAGE_SIZE) })}>
            {t("Previous purchases")}
          </Button>
        )}
        {next < total && <Button href={paths.library({ search, from: next })}>{t("More purchases")}</Button>}
      </div>
    </nav>
  );
}
