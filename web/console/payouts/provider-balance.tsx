import { useQuery } from "@tanstack/react-query";
import { type PayoutMoney, payoutMoneyRoutes } from "../../../contract/api/payout-money.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { t } from "../../../contract/texts.ts";
import { formatMoney } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { routeQuery } from "../../lib/route-query.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { connectQuery } from "./connect-queries.ts";

/** Nested under the account's cache key, because a change of the account changes the balance, too. */
const moneyQuery = (provider: ProviderName) =>
  routeQuery([...connectQuery.queryKey, provider, "money"], payoutMoneyRoutes.show, { query: { provider } });

type AccountMoneyProps = {
  provider: ProviderName;
  /** The account at the provider, or null in the sandbox. */
  href: string | null;
};

/** Balance and payouts of a connected account, as its provider reports them. */
export function AccountMoney({ provider, href }: AccountMoneyProps) {
  const { data: money, isError, refetch } = useQuery(moneyQuery(provider));
  const providerName = PROVIDER_NAMES[provider];
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <h4 className="font-semibold">{t("Balance and payouts")}</h4>
      {money ? (
        <Money money={money} providerName={providerName} />
      ) : isError ? (
        <LoadFailure onRetry={refetch}>{t("Couldn't load the balance.")}</LoadFailure>
      ) : (
        <div role="status" aria-label={t("Loading the balance")}>
          <Skeleton className="h-5 w-2/3 rounded-md" />
        </div>
      )}
      {href !== null && (
        <a className="link justify-self-start py-2.5" href={href} target="_blank" rel="noreferrer">
          {rich("Open your account at {providerName}", { providerName })}
        </a>
      )}
    </div>
  );
}

function Money({ money, providerName }: { money: PayoutMoney; providerName: string }) {
  if (money.state === "no_account") return <p>{t("No account is connected.")}</p>;
  if (money.state === "not_reported")
    return (
      <p>
        {rich("{providerName} does not report balances to this page. You see them in your account there.", {
          providerName,
        })}
      </p>
    );
  if (money.state === "unreadable")
    return (
      <p>
        {rich("Couldn't read the balance from {providerName}. Nothing else is affected.", { providerName })}
      </p>
    );
  return (
    <>
      {money.balances.length === 0 && <p>{t("No money has arrived yet.")}</p>}
      {money.balances.map((balance) => (
        <Amounts key={balance.currency} balance={balance} payouts={money.payouts} />
      ))}
      <LastPayouts payouts={money.payouts} />
      <p className="text-sm text-muted">
        {money.state === "earlier" && <span>{t("Couldn't reach {providerName}.", { providerName })} </span>}
        <span>
          {rich("As {providerName} reported at {date}.", {
            providerName,
            date: <Timestamp at={money.readAt ?? ""} />,
          })}
        </span>
      </p>
    </>
  );
}

type Payouts = PayoutMoney["payouts"];

function Amounts({ balance, payouts }: { balance: PayoutMoney["balances"][number]; payouts: Payouts }) {
  const { currency } = balance;
  const onItsWay = payouts
    .filter((payout) => payout.status === "on_its_way" && payout.currency === currency)
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const rows = [
    { name: t("Pending"), about: t("paid by buyers, not settled yet"), cents: balance.pending_cents },
    { name: t("Available"), about: t("for the next payout"), cents: balance.available_cents },
    { name: t("On its way"), about: t("to your bank"), cents: onItsWay },
    { name: t("Frozen"), about: t("while a dispute is reviewed"), cents: balance.frozen_cents },
  ];
  return (
    <dl
      className="grid gap-1.5"
      aria-label={t("Balance in {currency}", { currency: currency.toUpperCase() })}
    >
      {rows.map(({ name, about, cents }) => (
        <div key={name} className="flex items-baseline justify-between gap-4">
          <dt>
            {name} <span className="text-sm text-muted">{about}</span>
          </dt>
          <dd className="font-semibold tabular-nums">{formatMoney(cents, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

function PayoutState({ status, arrives_at }: Payouts[number]) {
  const date = <Timestamp at={arrives_at} show="day" />;
  if (status === "failed") return rich("failed {date}", { date });
  return status === "paid" ? rich("arrived {date}", { date }) : rich("arrives {date}", { date });
}

function LastPayouts({ payouts }: { payouts: Payouts }) {
  if (payouts.length === 0) return <p className="text-[15px] text-muted">{t("No payouts yet.")}</p>;
  return (
    <div className="grid gap-1.5">
      <h5 className="text-[15px] font-semibold">{t("Last payouts")}</h5>
      <ul className="grid gap-1.5">
        {payouts.map((payout) => (
          <li
            key={`${payout.arrives_at} ${payout.amount_cents} ${payout.status}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4"
          >
            <span className={payout.status === "failed" ? "text-bad" : "text-muted"}>
              <PayoutState {...payout} />
            </span>
            <span className="font-semibold tabular-nums">
              {formatMoney(payout.amount_cents, payout.currency)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
