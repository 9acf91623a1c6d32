import { CheckIcon } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { useSite } from "../../lib/site-context.ts";
import { Button } from "../../ui/button.tsx";

/** Basis points as percent, without decimals if they are 0. */
const percent = (bps: number) => formatNumber(bps / 10_000, { style: "percent", maximumFractionDigits: 2 });

/** A price, without cents if they are 0. */
const price = (cents: number, currency: string) =>
  formatNumber(cents / 100, {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  });

/** The two plans side by side. */
export function Plans({ signedIn }: { signedIn: boolean }) {
  const {
    name,
    plans: { free, creator },
  } = useSite();
  return (
    <section aria-labelledby="plans" className="mx-auto w-full max-w-280 px-5 py-16 md:py-24">
      <h2 id="plans" className="text-4xl md:text-5xl">
        {creator.feeBps === 0 ? t("Start free, grow without a fee") : t("Start free, grow with Creator")}
      </h2>
      <p className="mt-3 max-w-[34.6em] text-muted">
        {t("Two plans, no small print. Change your mind at any time.")}
      </p>
      <div className="mt-10 grid gap-4 md:grid-cols-2 md:gap-5">
        <Plan
          name={t("Free")}
          price={price(0, creator.currency)}
          fee={free.feeBps}
          points={[
            t("1 page"),
            t("Up to {count, plural, one {# tile} other {# tiles}}", { count: free.tiles }),
            t("{name} branding", { name }),
            t("Basic analytics"),
          ]}
        >
          <Button href={paths.auth({ tab: "register" })} size="lg" className="w-full">
            {t("Start for free")}
          </Button>
        </Plan>
        <Plan
          name={t("Creator")}
          price={price(creator.priceCents, creator.currency)}
          fee={creator.feeBps}
          points={[t("Unlimited tiles"), t("Branding removed"), t("Full analytics"), t("Priority support")]}
          marked
        >
          <Button
            href={signedIn ? paths.settings() : paths.auth({ redirect: paths.settings(), tab: "register" })}
            variant="primary"
            size="lg"
            className="w-full"
          >
            {t("Choose Creator")}
          </Button>
        </Plan>
      </div>
    </section>
  );
}

type PlanProps = {
  name: string;
  price: string;
  /** The platform fee on a sale, in basis points. */
  fee: number;
  points: string[];
  marked?: boolean;
  children: ReactNode;
};

function Plan({ name, price, fee, points, marked = false, children }: PlanProps) {
  return (
    <article
      className={`flex flex-col rounded-tile border bg-surface p-6 md:p-8 ${marked ? "border-primary ring-1 ring-primary" : "border-line"}`}
    >
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-2xl">{name}</h3>
        {marked && (
          <span className="rounded-full bg-tint px-3 py-1 text-sm font-semibold text-primary">
            {t("For growing pages")}
          </span>
        )}
      </div>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-5xl font-bold tracking-tight tabular-nums">{price}</span>
        <span className="text-muted">{t("per month")}</span>
      </p>
      <p className="mt-2 font-semibold">{t("{percent} platform fee", { percent: percent(fee) })}</p>
      <ul className="mt-6 mb-8 grid gap-2.5">
        {points.map((point) => (
          <li key={point} className="flex items-center gap-3">
            <CheckIcon size={18} className="shrink-0 text-good" />
            {point}
          </li>
        ))}
      </ul>
      <div className="mt-auto">{children}</div>
    </article>
  );
}
