/** The phone's menu opens without scripts. With them it also closes as menus do: by Escape, and by a press beside it. */
export function followMenu(): void {
  const openMenu = () => document.querySelector<HTMLDetailsElement>("details.menu[open]");
  document.addEventListener("keydown", ({ key }) => {
    const menu = openMenu();
    if (key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  document.addEventListener("click", ({ target }) => {
    const menu = openMenu();
    if (menu && target instanceof Node && !menu.contains(target)) menu.open = false;
  });
}
