import { type FormEvent, useId, useState } from "react";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

type MoveDialogProps = {
  /** Names the moved items: "Move My shop", "Move 3 tiles". Null while closed. */
  title: string | null;
  /** The last position, from 1. */
  places: number;
  /** Called with the position, from 0. */
  onMove: (position: number) => void;
  onClose: () => void;
};

export function MoveDialog({ title, places, onMove, onClose }: MoveDialogProps) {
  const formId = useId();
  const [error, setError] = useState<string>();
  const close = () => {
    setError(undefined);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const place = Number(new FormData(event.currentTarget).get("place"));
    if (!Number.isInteger(place) || place < 1 || place > places)
      return setError(t("Please enter a place from 1 to {places}.", { places }));
    close();
    onMove(place - 1);
  };
  return (
    <Dialog open={title !== null} onClose={close} title={title ?? ""}>
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5 px-6 pt-3 pb-6">
        <Field label={t("Place (1 to {places})", { places })} error={error}>
          {(control) => (
            <Input
              {...control}
              name="place"
              type="number"
              inputMode="numeric"
              min={1}
              max={places}
              defaultValue={1}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={close}>{t("Cancel")}</Button>
          <Button type="submit" variant="primary">
            {t("Move")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
