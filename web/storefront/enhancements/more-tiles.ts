import { readScrollPosition, saveScrollPosition } from "../creator/scroll-position.ts";
import { fetchPage, findPart, getPart, isPlainClick } from "../enhance-runtime/parts.ts";

/** Appends the next part of a long page instead of following its link. */
export function enhanceMoreTiles(nav: HTMLElement, signal: AbortSignal): void {
  const list = nav.parentElement?.querySelector<HTMLElement>(".tiles");
  const more = findPart(nav, "more", HTMLAnchorElement);
  if (!list || !more) return;
  const status = getPart(nav, "status", HTMLElement);
  const first = list.childElementCount;
  let isLoading = false;

  const save = () => {
    if (list.childElementCount > first) saveScrollPosition({ tiles: list.childElementCount, scrollY });
  };
  /** Loads one part. Returns false if it was the last. */
  const append = async (): Promise<boolean> => {
    const page = await fetchPage(more.href);
    const part = page.querySelector<HTMLElement>('nav[data-enhance="more-tiles"]');
    // If the page has become shorter meanwhile, the server returns its start.
    const follows = part?.dataset.from === new URL(more.href).searchParams.get("from");
    if (part && follows) {
      addTiles(list, page.querySelectorAll(".tiles > li"));
      nav.dataset.total = part.dataset.total;
    }
    const next = part && follows ? findPart(part, "more", HTMLAnchorElement) : undefined;
    if (next) more.href = next.href;
    showProgress(nav, list.childElementCount, { isEnd: !next });
    return next !== undefined;
  };
  /** Loads parts until that many tiles are shown. Returns the first new tile, or null if loading failed. */
  const showMore = async (count: number): Promise<Element | null> => {
    if (isLoading) return null;
    isLoading = true;
    more.setAttribute("aria-busy", "true");
    status.textContent = "";
    const shown = list.childElementCount;
    try {
      while (list.childElementCount < count && (await append()));
    } catch {
      status.textContent = nav.dataset.failure ?? "";
    }
    more.removeAttribute("aria-busy");
    isLoading = false;
    save();
    return list.children[shown] ?? null;
  };

  more.addEventListener("click", (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void showMore(list.childElementCount + 1).then(focusTile);
  });
  addEventListener("pagehide", save, { signal });

  // Going back restores the length of a long page.
  const saved = readScrollPosition();
  if (saved && saved.tiles > first)
    void showMore(saved.tiles).then(() => requestAnimationFrame(() => scrollTo(0, saved.scrollY)));
}

function addTiles(list: HTMLElement, items: NodeListOf<Element>) {
  for (const item of items) {
    const id = item.querySelector("[data-tile]")?.getAttribute("data-tile");
    if (id && list.querySelector(`[data-tile="${id}"]`)) continue;
    // Load lazily, because the part was rendered as the top of a page but is added below.
    for (const image of item.querySelectorAll("img")) image.loading = "lazy";
    list.append(item);
  }
}

function showProgress(nav: HTMLElement, count: number, { isEnd }: { isEnd: boolean }) {
  const from = Number(nav.dataset.from);
  if (isEnd) findPart(nav, "more", HTMLAnchorElement)?.remove();
  if (isEnd && from === 0) nav.hidden = true;
  getPart(nav, "last", HTMLElement).textContent = `${from + count}`;
  getPart(nav, "total", HTMLElement).textContent = nav.dataset.total ?? "";
}

function focusTile(item: Element | null) {
  if (!(item instanceof HTMLElement)) return;
  const link = item.querySelector("a");
  // An inactive tile has no link.
  if (!link) item.tabIndex = -1;
  (link ?? item).focus();
}
