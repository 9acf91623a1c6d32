type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns the visible fields that can be changed. */
export const visibleFields = (): Field[] =>
  [...document.querySelectorAll<Field>("input:not([type=file], [type=hidden]), textarea, select")].filter(
    (field) => field.isConnected && !field.disabled && field.checkVisibility(),
  );

const TYPED: Readonly<Record<string, string>> = {
  number: "7",
  date: "2026-12-01",
  time: "10:00",
  color: "#336699",
  email: "a@example.org",
};

/** Changes a field as a user would, without the delays of real keys. */
export function changeField(field: Field): void {
  if (field instanceof HTMLSelectElement) {
    field.selectedIndex = (field.selectedIndex + 1) % field.options.length;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return;
  }
  if (field.type === "checkbox" || field.type === "radio") {
    field.click();
    return;
  }
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  // React notices a value set by the element's native setter.
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(
    field,
    TYPED[field.type] ?? `${field.value}x`,
  );
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
