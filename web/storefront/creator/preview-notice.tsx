import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";

type PreviewNoticeProps = {
  handle: string;
  asOf: NonNullable<ModelOf<"creator">["asOf"]>;
};

/** Tells an owner that the page shows another time, and lets them choose one. */
export function PreviewNotice({ handle, asOf }: PreviewNoticeProps) {
  return (
    <section
      aria-label={t("Preview")}
      className="mb-6 grid gap-3 rounded-card border border-line bg-surface p-4 print:hidden"
    >
      <p>
        {t("This is your page as of the time below, in {timeZone}. Visitors see it as it is now.", {
          timeZone: asOf.timeZone.replaceAll("_", " "),
        })}
      </p>
      <form action={paths.creator(handle)} className="flex flex-wrap gap-2.5">
        <span className="w-full max-w-60">
          <Input
            type="datetime-local"
            name="at"
            aria-label={t("Preview the page as of")}
            required
            defaultValue={asOf.localTime}
          />
        </span>
        <Button type="submit">{t("Preview")}</Button>
        <Button href={paths.creator(handle)} variant="quiet">
          {t("Show it as it is now")}
        </Button>
      </form>
    </section>
  );
}
