import { useState } from "react";
import { toast } from "sonner";
import { t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { Section } from "./section.tsx";

type Earlier = { id: string; name: string; what: string; created_at: string; undo_until: string | null };
/** `onUndo` throws the server's error. */
type EarlierProps = { imports: readonly Earlier[]; onUndo: (id: string) => Promise<void> };

/** Lists the imports of the last 30 days. Each can be undone for a day. */
export function EarlierImports({ imports, onUndo }: EarlierProps) {
  if (imports.length === 0) return null;
  return (
    <Section id="earlier" title={t("Earlier imports")} headingAs="h2">
      <ul className="grid grid-cols-1 divide-y divide-line">
        {imports.map((one) => (
          <EarlierImport key={one.id} of={one} onUndo={onUndo} />
        ))}
      </ul>
    </Section>
  );
}

type OneProps = { of: Earlier } & Pick<EarlierProps, "onUndo">;

function EarlierImport({ of: { id, name, what, created_at, undo_until }, onUndo }: OneProps) {
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    await onUndo(id).catch((error: unknown) =>
      toast.error(errorMessage(error, t("Couldn't undo the import."))),
    );
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p>
        <span className="font-medium">{name}</span>{" "}
        <span className="text-muted">
          <span>{what}</span> <Timestamp at={created_at} />
        </span>
      </p>
      {undo_until !== null && (
        <Button busy={isBusy} onClick={() => void undo()}>
          {t("Undo")}
        </Button>
      )}
    </li>
  );
}
