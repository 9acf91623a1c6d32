/** Adds the open tile as a history entry, `?tile=ID`. Back closes the tile, a reload or a shared URL opens it. */
export function pushTile(id: number): void {
  const url = new URL(location.href);
  url.searchParams.set("tile", String(id));
  url.hash = "";
  history.pushState({ ...history.state, isTile: true }, "", url);
}

/** True if the previous history entry shows the page without an open tile. */
export function isPushedTile(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && Reflect.get(state, "isTile") === true;
}

export function tileInUrl(): number | null {
  const id = Number(new URL(location.href).searchParams.get("tile"));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Removes the tile from the URL, so that a reload does not open a closed tile again. */
export function removeTileFromHistory(from: number): void {
  const url = new URL(location.href);
  if (!url.searchParams.has("tile")) return;
  url.searchParams.delete("tile");
  if (from > 0) url.searchParams.set("from", String(from));
  history.replaceState(history.state, "", url);
}
