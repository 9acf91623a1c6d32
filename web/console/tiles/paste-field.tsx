import { useState } from "react";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { type Pasted, readPasted } from "./pasted-links.ts";

type PasteFieldProps = {
  /** The label of the button. */
  action: string;
  /** Called with at least one URL. */
  onLinks: (pasted: Pasted) => void;
};

/** A field for one or several links; a paste is used at once. */
export function PasteField({ action, onLinks }: PasteFieldProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const take = (given: string) => {
    const pasted = readPasted(given);
    const isEmpty = pasted.urls.length === 0;
    setText(isEmpty ? given : "");
    setError(isEmpty ? t("No link found. A link looks like https://example.org/page.") : undefined);
    if (!isEmpty) onLinks(pasted);
  };
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <Field
        label={t("Paste links")}
        optional
        error={error}
        help={t("One, or several at once. Their titles and pictures are read from the linked pages.")}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={1}
            value={text}
            placeholder="https://"
            className="min-h-11!"
            onChange={({ target }) => setText(target.value)}
            onPaste={(event) => {
              // Other pastes are only typed into the field, such as the rest of a half-typed link.
              const pasted = event.clipboardData.getData("text");
              if (text.trim() !== "" || readPasted(pasted).urls.length === 0) return;
              event.preventDefault();
              take(pasted);
            }}
          />
        )}
      </Field>
      {text.trim() !== "" && (
        <Button className="justify-self-start" onClick={() => take(text)}>
          {action}
        </Button>
      )}
    </div>
  );
}
