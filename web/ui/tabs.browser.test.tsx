import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Tabs } from "./tabs.tsx";

function ThreeTabs({ dir }: { dir: "ltr" | "rtl" }) {
  const [chosen, setChosen] = useState("one");
  const tabs = ["one", "two", "three"].map((name) => ({ name, label: name }));
  return (
    <div dir={dir}>
      <Tabs label="Numbers" tabs={tabs} chosen={chosen} onChoose={setChosen}>
        {chosen}
      </Tabs>
    </div>
  );
}

test.each([
  ["ltr", "{ArrowRight}", "{ArrowLeft}"],
  ["rtl", "{ArrowLeft}", "{ArrowRight}"],
] as const)("follows the reading direction %s with arrow keys", async (dir, ahead, back) => {
  await render(<ThreeTabs dir={dir} />);
  const tab = (name: string) => page.getByRole("tab", { name });
  await tab("one").click();
  await userEvent.keyboard(ahead);
  await expect.element(tab("two")).toHaveFocus();
  await userEvent.keyboard(`${back}${back}`);
  await expect.element(tab("three")).toHaveFocus();
});
