import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { parseFormatted } from "../../../contract/rules/formatting.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { FormattedText } from "../../widgets/formatted-text.tsx";
import { DescriptionField } from "./description-field.tsx";
import { fromHtml } from "./rich-text.ts";

function Form() {
  const form = useForm({ defaultValues: { description: "" } });
  return (
    <main>
      <h1>Form</h1>
      <DescriptionField form={form} name="description" maxLength={60} />
      <output>{form.watch("description")}</output>
    </main>
  );
}

const field = page.getByLabelText("Description", { exact: true });
const value = () => (field.element() as HTMLTextAreaElement).value;

function paste(data: Record<string, string>): boolean {
  const clipboardData = new DataTransfer();
  for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  return !field.element().dispatchEvent(event);
}

test("formats the selection by buttons and keys, changes the form's value and allows the browser's undo", async () => {
  await render(<Form />);
  await field.fill("By hand");
  await userEvent.keyboard("{Shift>}{Control>}{ArrowLeft}{/Control}{/Shift}");
  await page.getByRole("button", { name: "Bold" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent("By **hand**");
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{Control>}i{/Control}");
  await expect.poll(value).toBe("By ***hand***");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.poll(value).toBe("By **hand**");
  await page.getByRole("button", { name: "List" }).click();
  await expect.poll(value).toBe("- By **hand**");
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.poll(value).toContain("](https://)");
  await expectAccessibleAtEveryWidth();
});

test("makes the toolbar one tab stop with arrow keys", async () => {
  await render(<Form />);
  await field.click();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "Bold" })).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(page.getByRole("button", { name: "Heading" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(value).toBe("# ");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "Heading" })).toHaveFocus();
});

test("keeps supported formatting of pasted text, and leaves plain text to the browser", async () => {
  await render(<Form />);
  await field.click();
  expect(paste({ "text/html": "<p>By <b>hand</b></p>", "text/plain": "By hand" })).toBe(true);
  await expect.poll(value).toBe("By **hand**");
  expect(paste({ "text/html": "<p>and more</p>", "text/plain": "and more" })).toBe(false);
  expect(paste({ "text/plain": "and **more**" })).toBe(false);
  // The HTML is too long, so the browser pastes the part of the plain text that fits.
  expect(paste({ "text/html": `<b>${"x".repeat(80)}</b>`, "text/plain": "x" })).toBe(false);
  await field.fill("my site");
  await userEvent.keyboard("{Control>}a{/Control}");
  expect(paste({ "text/plain": "https://a.example/" })).toBe(true);
  await expect.poll(value).toBe("[my site](https://a.example/)");
});

test.each([
  [
    "<h2>Care</h2><p>Wash <i>warm</i>.<br>Not hot.</p><p>Dry.</p>",
    "# Care\n\nWash *warm*.\nNot hot.\n\nDry.",
  ],
  [
    "<ul><li>One<ul><li>Inner</li></ul></li><li><p>Two</p></li></ul><ol><li>A</li></ol>",
    "- One\n- Inner\n- Two\n\n1. A",
  ],
  ['<b style="font-weight:normal"><span style="font-weight:700">Bold </span>plain</b>', "**Bold** plain"],
  [
    '<a href="https://a.example/x(1)">Here</a> <a href="/own">there</a>',
    "[Here](https://a.example/x%281%29) there",
  ],
  [
    '<a href="javascript:alert(1)">Bad</a><a href="https://a.example/">https://a.example/</a>',
    "Badhttps://a.example/",
  ],
  ["<div>One</div><div>Two</div>", "One\nTwo"],
  ["<p>2 * 3 [x] \\</p>", "2 \\* 3 \\[x] \\\\"],
  ["un<i>believ</i>able <b><i>both</i></b>", "unbelievable ***both***"],
  ["<table><tr><td>A</td><td>B</td></tr></table>", "A B"],
  ["<script>alert(1)</script><style>p{}</style><img src=x onerror=alert(1)>", ""],
])("pastes %s as %j", (html, expected) => {
  expect(fromHtml(html)).toBe(expected);
});

test("converts a description copied from the page back to its source", async () => {
  const source =
    "# Care\n\nBy **hand**, *slowly*, [here](https://a.example/).\nOnce.\n\n- One\n- **Two** and more\n\n1. A\n2. B";
  const { container } = await render(<FormattedText text={source} headingAs="h3" />);
  // As the browser copies the shown description.
  for (const line of container.querySelectorAll<HTMLElement>(".whitespace-pre-line"))
    line.style.whiteSpace = "pre-line";
  expect(parseFormatted(fromHtml(container.innerHTML) ?? "")).toEqual(parseFormatted(source));
});
