import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
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
      aria-label="Preview"
      className="mb-6 grid gap-3 rounded-card border border-line bg-surface p-4 print:hidden"
    >
      <p>
        This is your page as of the time below, in {asOf.timeZone.replaceAll("_", " ")}. Visitors see it as it
        is now.
      </p>
      <form action={paths.creator(handle)} className="flex flex-wrap gap-2.5">
        <span className="w-full max-w-60">
          <Input
            type="datetime-local"
            name="at"
            aria-label="Preview the page as of"
            required
            defaultValue={asOf.localTime}
          />
        </span>
        <Button type="submit">Preview</Button>
        <Button href={paths.creator(handle)} variant="quiet">
          Show it as it is now
        </Button>
      </form>
    </section>
  );
}
