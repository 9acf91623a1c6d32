import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { PageContents, PageImport } from "../../../contract/api/page-imports.ts";
import { errorMessage } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { Section } from "../sections/section.tsx";
import { pageImportsQuery, SOURCE_NAMES } from "./queries.ts";
import { undoImport } from "./undo-import.ts";

/** Offers the rows that were read or had no room. */
export function WaitingNotice({ onReview }: { onReview: (contents: PageContents) => void }) {
  const { data } = useQuery(pageImportsQuery);
  const waiting = data?.waiting;
  if (!waiting || waiting.rows.length === 0) return null;
  const count = waiting.rows.length;
  const review = () => onReview({ ...waiting, name: null, bio: null, socials: [], left_out: [] });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-ground px-4 py-3">
      <p>
        {count === 1
          ? `1 row waits to be added (${SOURCE_NAMES[waiting.source]}).`
          : `${count} rows wait to be added (${SOURCE_NAMES[waiting.source]}).`}
      </p>
      <Button onClick={review}>Review</Button>
    </div>
  );
}

/** Lists the imports of the last 30 days. Each can be undone for a day. */
export function EarlierImports({ imports }: { imports: readonly PageImport[] }) {
  if (imports.length === 0) return null;
  return (
    <Section id="earlier" title="Earlier imports" headingAs="h2">
      <ul className="grid grid-cols-1 divide-y divide-line">
        {imports.map((one) => (
          <EarlierImport key={one.id} of={one} />
        ))}
      </ul>
    </Section>
  );
}

function EarlierImport({ of: { id, source, added, created_at, undo_until } }: { of: PageImport }) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    await undoImport(queryClient, id).catch((error: unknown) =>
      toast.error(errorMessage(error, "Couldn't undo the import.")),
    );
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p>
        <span className="font-medium">{SOURCE_NAMES[source]}</span>{" "}
        <span className="text-muted">
          <span>{added === 1 ? "1 tile" : `${added} tiles`}</span> <Timestamp at={created_at} />
        </span>
      </p>
      {undo_until !== null && (
        <Button busy={isBusy} onClick={() => void undo()}>
          Undo
        </Button>
      )}
    </li>
  );
}
