import { useId } from "react";
import { paths } from "../../../contract/rules/paths.ts";
import { toLocalInput } from "../../lib/local-time.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { useCreator } from "../creator-context.ts";

/** Opens the page as it will be at another time. */
export function PreviewAsOf() {
  const { handle, time_zone: timeZone } = useCreator();
  const id = useId();
  return (
    <form
      action={paths.creator(handle)}
      target="_blank"
      className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4"
      rel="noopener"
    >
      <label htmlFor={id} className="text-sm font-semibold">
        Preview the page as of
      </label>
      <span className="w-full max-w-60">
        <Input
          id={id}
          type="datetime-local"
          name="at"
          required
          defaultValue={toLocalInput(new Date().toISOString(), timeZone)}
        />
      </span>
      <Button type="submit">
        Preview<span className="sr-only"> (opens in a new tab)</span>
      </Button>
    </form>
  );
}
