import { BoldIcon, HeadingIcon, ItalicIcon, LinkIcon, ListIcon, QuoteIcon } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { isHttpUrl } from "../../../contract/rules/url-fields.ts";
import { t } from "../../../contract/texts.ts";
import { readingStep } from "../../lib/reading-step.ts";
import { type FieldOf, TextAreaField } from "../../ui/form-fields.tsx";
import { addLink, type Edit, type Selected, toggleLines, toggleStyle } from "./format-edit.ts";
import { fromHtml } from "./rich-text.ts";

const ACTIONS = [
  { label: t("Bold"), key: "b", Icon: BoldIcon, edit: (selected: Selected) => toggleStyle(selected, "**") },
  {
    label: t("Italic"),
    key: "i",
    Icon: ItalicIcon,
    edit: (selected: Selected) => toggleStyle(selected, "*"),
  },
  { label: t("Link"), key: "k", Icon: LinkIcon, edit: (selected: Selected) => addLink(selected) },
  { label: t("List"), key: null, Icon: ListIcon, edit: (selected: Selected) => toggleLines(selected, "- ") },
  {
    label: t("Quote"),
    key: null,
    Icon: QuoteIcon,
    edit: (selected: Selected) => toggleLines(selected, "> "),
  },
  {
    label: t("Heading"),
    key: null,
    Icon: HeadingIcon,
    edit: (selected: Selected) => toggleLines(selected, "# "),
  },
] as const;

type DescriptionFieldProps<Values extends FieldValues> = Pick<FieldOf<Values>, "form" | "name" | "help"> & {
  label?: string;
  optional?: boolean;
  rows?: number;
  /** Without one, a text that is too long stays whole until it is corrected. */
  maxLength?: number;
};

/** A description or another formatted text, with buttons and keys for formatting. Pasted text keeps supported formatting. */
export function DescriptionField<Values extends FieldValues>({
  label = t("Description"),
  optional = true,
  ...props
}: DescriptionFieldProps<Values>) {
  const area = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    const hasModifier = (ctrlKey || metaKey) && !altKey && !shiftKey && !event.nativeEvent.isComposing;
    const action = hasModifier && ACTIONS.find(({ key }) => key === event.key.toLowerCase());
    if (!action) return;
    event.preventDefault();
    // The console uses the same keys for other shortcuts.
    event.stopPropagation();
    apply(event.currentTarget, action.edit(selectedIn(event.currentTarget)));
  };
  return (
    <div ref={area} className="grid grid-cols-1 gap-1.5">
      <TextAreaField
        {...props}
        label={label}
        optional={optional}
        onKeyDown={onKeyDown}
        onPaste={paste}
        className="field-sizing-content max-h-96"
      />
      <Toolbar
        onAction={(edit) => {
          const target = area.current?.querySelector("textarea");
          if (target) apply(target, edit(selectedIn(target)));
        }}
      />
    </div>
  );
}

/** A toolbar with one tab stop; arrow keys move between its buttons. */
function Toolbar({ onAction }: { onAction: (edit: (selected: Selected) => Edit) => void }) {
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent) => {
    const step = readingStep(event.key, event.currentTarget);
    if (step === 0) return;
    event.preventDefault();
    const next = (current + step + ACTIONS.length) % ACTIONS.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label={t("Formatting")}
      tabIndex={-1}
      onKeyDown={move}
      className="-ms-3 flex flex-wrap gap-x-0.5"
    >
      {ACTIONS.map(({ label, key, Icon, edit }, index) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={key ? t("{label} (Ctrl/⌘ {key})", { label, key: key.toUpperCase() }) : label}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={() => onAction(edit)}
          className="grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-tint hover:text-ink"
        >
          <Icon size={18} />
        </button>
      ))}
    </div>
  );
}

const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { currentTarget, clipboardData } = event;
  const selected = selectedIn(currentTarget);
  const plain = clipboardData.getData("text/plain").trim();
  const chosen = selected.text.slice(selected.start, selected.end).trim();
  const edit =
    chosen !== "" && !isHttpUrl(chosen) && isHttpUrl(plain)
      ? addLink(selected, plain)
      : pastedHtml(clipboardData.getData("text/html"), { ...selected, plain });
  if (edit && apply(currentTarget, edit)) event.preventDefault();
}

/** Returns the replacement of the selection, or null if the pasted text has no formatting. */
function pastedHtml(html: string, { plain, start, end }: Selected & { plain: string }): Edit | null {
  const insert = html === "" ? null : fromHtml(html);
  if (!insert || withoutSpaces(insert) === withoutSpaces(plain)) return null;
  return { from: start, to: end, insert, select: [insert.length, insert.length] };
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, "");

/** Makes a change that the browser can undo. Returns false if the text does not fit. */
function apply(target: HTMLTextAreaElement, { from, to, insert, select }: Edit): boolean {
  const { value, maxLength } = target;
  if (maxLength >= 0 && value.length - (to - from) + insert.length > maxLength) return false;
  target.focus();
  target.setSelectionRange(from, to);
  // The only API with native Undo. It is deprecated, but has no successor.
  if (!document.execCommand("insertText", false, insert)) {
    target.setRangeText(insert);
    target.dispatchEvent(new Event("input", { bubbles: true }));
  }
  target.setSelectionRange(from + select[0], from + select[1]);
  return true;
}
