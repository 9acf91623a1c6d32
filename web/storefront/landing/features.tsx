import type { ReactNode } from "react";
import { DOWNLOAD_DAYS } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { ChartScene, ExpiryScene, SaleScene } from "./feature-art.tsx";

type Feature = { title: string; body: string; scene: ReactNode };

const features = (): Feature[] => [
  {
    title: t("Sell from the first day"),
    body: t(
      "Every page comes with a mock checkout, so you can rehearse the whole sale before any money moves. Connect a card or bank payment provider later, when you are ready.",
    ),
    scene: <SaleScene />,
  },
  {
    title: t("Privacy-friendly analytics"),
    body: t(
      "See views, clicks, sources and countries. Visitors are counted by hashed IP addresses: no cookies, no trackers, nobody followed around the web.",
    ),
    scene: <ChartScene />,
  },
  {
    title: t("Downloads that expire"),
    body: t(
      "Buyers get their file through a private link that works for {days, plural, one {# day} other {# days}} and then closes, so your work stays yours.",
      { days: DOWNLOAD_DAYS },
    ),
    scene: <ExpiryScene />,
  },
];

/** The three main features. */
export function Features() {
  return (
    <section aria-labelledby="features" className="mx-auto w-full max-w-280 px-5 py-16 md:py-24">
      <h2 id="features" className="max-w-[14.6em] text-4xl text-balance md:text-5xl">
        {t("Everything your page needs")}
      </h2>
      <ul className="mt-10 grid gap-4 md:grid-cols-3 md:gap-5">
        {features().map(({ title, body, scene }) => (
          <li key={title} className="overflow-hidden rounded-tile border border-line bg-surface">
            <div className="border-b border-line bg-ground px-6 py-4">{scene}</div>
            <div className="p-6 md:p-7">
              <h3 className="text-2xl text-balance">{title}</h3>
              <p className="mt-3 text-pretty text-muted">{body}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
