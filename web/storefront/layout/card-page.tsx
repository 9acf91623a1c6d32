import type { ComponentProps, ReactNode } from "react";
import type { Branding } from "../../../contract/api/appearance.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { sentence } from "../../../contract/texts.ts";
import { Logo } from "../../ui/logo.tsx";
import { SiteLinks } from "../../widgets/site-links.tsx";

type CardPageProps = {
  /** The site's name in place of the product's. */
  brand?: Branding["brand"];
  children: ReactNode;
};

/** A page with one card: checkout, order and messages. */
export function CardPage({ brand, children }: CardPageProps) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-4 py-6 sm:py-10">
      <header className="mb-6 flex justify-center sm:mb-8">
        {brand ? (
          <a
            href={paths.creator(brand.handle)}
            dir="auto"
            className="inline-flex min-h-11 items-center rounded-control px-2 text-center font-display text-2xl font-bold wrap-anywhere"
          >
            {brand.display_name}
          </a>
        ) : (
          <a href={paths.landing()} className="inline-flex min-h-11 items-center rounded-control px-2">
            <Logo />
          </a>
        )}
      </header>
      <main className="rounded-tile border border-line bg-surface p-5 sm:p-8">{children}</main>
      <footer>
        <SiteLinks className="mt-6" />
      </footer>
    </div>
  );
}

const TONES = {
  good: "border-good/30 bg-good/10",
  warn: "border-warn/35 bg-warn/10",
  bad: "border-bad/30 bg-bad/10",
} as const;

type NoteProps = ComponentProps<"div"> & { tone: keyof typeof TONES };

/** A line that users must see. */
export function Note({ tone, ...rest }: NoteProps) {
  return (
    <div
      // Scripts focus and scroll to errors.
      tabIndex={rest.role === "alert" ? -1 : undefined}
      className={`rounded-[min(var(--radius-control),16px)] border px-4 py-3 text-[15px] ${TONES[tone]}`}
      {...rest}
    />
  );
}

/** A message about an error, or nothing. */
export function Failure({ text }: { text: string | null | false }) {
  return (
    text && (
      <Note tone="bad" role="alert">
        {sentence(text)}
      </Note>
    )
  );
}

/** The error line of a form, which scripts fill as well (`sendForm`). Its `id` describes the field. */
export function Problem({ id, text }: { id: string; text: string | null }) {
  return (
    <Note tone="bad" role="alert" id={id} hidden={text === null} data-part="problem">
      {text !== null && sentence(text)}
    </Note>
  );
}

type FormSuccessProps = {
  /** True if the line is shown at first. Otherwise scripts show it after the form is sent. */
  isShown?: boolean;
  children: ReactNode;
};

/** The success line of a form. Screen readers announce it when scripts fill the region. */
export function FormSuccess({ isShown = false, children }: FormSuccessProps) {
  const note = <Note tone="good">{children}</Note>;
  return (
    <div role="status" data-part="news">
      <template>{note}</template>
      {isShown && note}
    </div>
  );
}
