import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "./copy-text.ts";

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Records the copied text: the selection of the focused field. */
function recordCopies(allowed = true): string[] {
  const copied: string[] = [];
  vi.spyOn(document, "execCommand").mockImplementation((command) => {
    const field = document.activeElement;
    if (command === "copy" && field instanceof HTMLTextAreaElement)
      copied.push(field.value.slice(field.selectionStart, field.selectionEnd));
    return allowed;
  });
  return copied;
}
const withoutClipboard = () => vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never);

test("copies without https, where there is no clipboard object, and returns the focus", async () => {
  withoutClipboard();
  const copied = recordCopies();
  const button = document.createElement("button");
  document.body.append(button);
  button.focus();
  expect(await copyText("http://192.168.1.5:3000/@vera")).toBe(true);
  expect(copied).toEqual(["http://192.168.1.5:3000/@vera"]);
  expect(document.activeElement).toBe(button);
  expect(document.querySelector("textarea")).toBeNull();
});

test("copies in an open dialog, behind which nothing can be selected", async () => {
  withoutClipboard();
  const copied = recordCopies();
  const dialog = document.createElement("dialog");
  document.body.append(dialog);
  dialog.showModal();
  expect(await copyText("A link")).toBe(true);
  expect(copied).toEqual(["A link"]);
});

test("falls back to the older command if the clipboard is denied, and returns false if that fails, too", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("denied", "NotAllowedError"));
  const copied = recordCopies(false);
  expect(await copyText("A link")).toBe(false);
  expect(copied).toEqual(["A link"]);
});

test("uses the clipboard object with https", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  expect(await copyText("A link")).toBe(true);
  expect(written).toHaveBeenCalledWith("A link");
});
