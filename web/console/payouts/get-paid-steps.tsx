import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { labelOf } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { configQuery } from "../../lib/config.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { useCreator } from "../creator-context.ts";
import { sellerQuery } from "../seller/seller-queries.ts";
import { connectQuery } from "./connect-queries.ts";
import { type Payouts, payoutsOf } from "./onboarding.ts";

type Step = State & { name: string; link?: { to: string; text: string } };
type State = { tone: BadgeTone; state: string; about: string };

const ACCOUNTS: Record<Payouts, Omit<State, "about">> = {
  "not-connected": { tone: "neutral", state: t("Not connected") },
  due: { tone: "warn", state: t("Details missing") },
  review: { tone: "warn", state: t("In review") },
  rejected: { tone: "bad", state: t("Not accepted") },
  limited: { tone: "bad", state: t("Restricted") },
  restricted: { tone: "bad", state: t("Details missing") },
  ready: { tone: "good", state: t("Ready") },
  own: { tone: "good", state: t("Ready") },
  "own-restricted": { tone: "bad", state: t("Restricted") },
};

/** Three steps to get paid, with their state: the account, the seller details, and the buyer's view. */
export function GetPaidSteps() {
  const { handle, payment_provider: chosen } = useCreator();
  const { data: status } = useQuery(connectQuery);
  const { data: seller } = useQuery(sellerQuery);
  const { data: config } = useQuery(configQuery);
  if (!status || seller === undefined || !config) return null;
  const provider = labelOf(status.provider);
  const steps: Step[] = [
    {
      name: t("Account"),
      ...ACCOUNTS[payoutsOf(status)],
      about: t("It receives your sales and tips at {provider}.", { provider }),
    },
    {
      name: t("Seller details"),
      ...(seller ? { tone: "good", state: t("Complete") } : { tone: "warn", state: t("Missing") }),
      about: t("Buyers of real sales read who sells to them."),
      link: { to: `${paths.settings()}#seller`, text: seller ? t("Change them") : t("Fill them in") },
    },
    {
      name: t("What buyers see"),
      ...saleOf({ status, chosen, hasSeller: seller !== null, mock: config.mockCheckout }),
      link: { to: paths.creator(handle), text: t("Open your page") },
    },
  ];
  return (
    <dl aria-label={t("Steps to get paid")} className="grid gap-3">
      {steps.map(({ name, tone, state, about, link }, index) => (
        <div key={name} className="grid gap-1 rounded-control border border-line px-4 py-3">
          <dt className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="font-semibold">
              {index + 1}. {name}
            </span>
            <Badge tone={tone}>{state}</Badge>
          </dt>
          <dd className="text-[15px] text-muted">
            <p>{about}</p>
            {link && (
              <Link
                to={link.to}
                className="link inline-flex min-h-11 items-center"
                reloadDocument={link.to.startsWith("/@")}
              >
                {link.text}
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Sale = { status: ConnectStatus; chosen: string; hasSeller: boolean; mock: boolean };

const rehearsal = (about: string): State => ({ tone: "primary", state: t("Rehearsal"), about });
const nothingForSale = (about: string): State => ({ tone: "warn", state: t("Nothing for sale"), about });

/** Returns what happens if somebody buys now, by the server's rules. */
function saleOf({ status, chosen, hasSeller, mock }: Sale): State {
  const { canSell, mode, provider } = status;
  const label = labelOf(provider);
  const isChosen = chosen === provider && canSell;
  if (isChosen && mode === "sandbox")
    return rehearsal(t("Buyers pay in the sandbox of {label}: no real money moves.", { label }));
  if (isChosen && !hasSeller)
    return nothingForSale(t("Buyers cannot pay you before your seller details are complete."));
  if (isChosen)
    return mode === "live"
      ? {
          tone: "good",
          state: t("Real sales"),
          about: t("Buyers pay through {label}, and you are paid out.", { label }),
        }
      : rehearsal(t("Buyers pay with {label}'s test cards: no real money moves.", { label }));
  // The mock checkout never replaces a provider that was used for real money.
  const wasConnected = chosen !== "none" && status.connected && mode !== "sandbox";
  if (mock && !wasConnected)
    return {
      tone: "neutral",
      state: t("Mock checkout"),
      about: t("Buyers get what they order, and no money is charged."),
    };
  return nothingForSale(t("Buyers read that you can't take payments right now."));
}
