type ElementClass<E extends Element> = new () => E;

/** Returns the element with the name in `data-part`, or undefined. */
export function findPart<E extends Element>(
  root: ParentNode,
  name: string,
  type: ElementClass<E>,
): E | undefined {
  const found = root.querySelector(`[data-part="${name}"]`);
  return found instanceof type ? found : undefined;
}

/** Returns the element with the name in `data-part`, which must exist. */
export function getPart<E extends Element>(root: ParentNode, name: string, type: ElementClass<E>): E {
  const found = findPart(root, name, type);
  if (!found) throw new Error(`There is no part "${name}".`);
  return found;
}

/** True for a click that navigates in this tab, and does not open another tab or download. */
export function isPlainClick(event: MouseEvent): boolean {
  return !(event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

/** Fetches a page of this site as a document, as the server renders it. */
export async function fetchPage(path: string): Promise<Document> {
  const response = await fetch(path);
  if (!response.ok) throw new Error("Couldn't load the page.");
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
