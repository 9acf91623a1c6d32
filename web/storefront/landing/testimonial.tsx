import { t } from "../../../contract/texts.ts";
import portrait from "../art/portrait.svg";

/** A quote with its author's picture. */
export function Testimonial() {
  return (
    <section aria-label={t("What a creator says")} className="mx-auto w-full max-w-280 px-5">
      <figure className="grid items-center gap-8 rounded-tile border border-line bg-surface p-6 md:grid-cols-[auto_1fr] md:gap-12 md:p-12">
        <img
          src={portrait}
          alt={t("Portrait of Amara Lindo in her studio")}
          width={240}
          height={240}
          loading="lazy"
          className="aspect-square w-40 rounded-tile md:w-60"
        />
        <div>
          <blockquote className="font-display text-2xl leading-snug font-semibold tracking-tight text-balance md:text-3xl">
            <p>
              {t(
                "“I used to send people to five different places. Now there is one page: the cups, the glaze notebook and the Sunday letter, side by side. And I finally know what they came for.”",
              )}
            </p>
          </blockquote>
          <figcaption className="mt-6">
            <span className="block font-semibold">Amara Lindo</span>
            <span className="text-muted">{t("Potter and teacher")}</span>
          </figcaption>
        </div>
      </figure>
    </section>
  );
}
