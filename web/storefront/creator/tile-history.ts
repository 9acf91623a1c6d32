/** An open tile is a history entry of its own, `?tile=ID`: Back closes it, a reload or a shared URL opens it. */
export function pushTile(id: number): void {
  const url = new URL(location.href);
  url.searchParams.set("tile", String(id));
  url.hash = "";
  history.pushState({ ...history.state, isTile: true }, "", url);
}

/** True when the entry before the current one shows the page with no tile open. */
export function isPushedTile(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && Reflect.get(state, "isTile") === true;
}

export function tileInUrl(): number | null {
  const id = Number(new URL(location.href).searchParams.get("tile"));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Removes the tile from the URL that the visitor arrived at: once closed, a reload must not open it again. */
export function removeTileFromHistory(from: number): void {
  const url = new URL(location.href);
  if (!url.searchParams.has("tile")) return;
  url.searchParams.delete("tile");
  if (from > 0) url.searchParams.set("from", String(from));
  history.replaceState(history.state, "", url);
}
