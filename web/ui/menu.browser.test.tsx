import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Menu, MenuItem } from "./menu.tsx";

test.each([
  ["ltr", "right"],
  ["rtl", "left"],
] as const)("opens with its end under the end of the button in %s", async (dir, side) => {
  await render(
    <div dir={dir} className="flex justify-center pt-8">
      <Menu label="Actions" trigger="Actions">
        <MenuItem>Delete</MenuItem>
      </Menu>
    </div>,
  );
  const button = page.getByRole("button", { name: "Actions" });
  await button.click();
  const menu = page.getByRole("menu");
  await expect.element(menu).toBeVisible();
  const sideOf = (element: Element) => Math.round(element.getBoundingClientRect()[side]);
  expect(sideOf(menu.element())).toBe(sideOf(button.element()));
});
