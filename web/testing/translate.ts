/**
 * Translates the page like Chrome: two nested `font` elements replace every text node. The words stay, so that a test finds them. Text rendered
 * later is not translated until the next call.
 */
export function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest("script, style, svg, textarea, option, font")
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const texts: Node[] = [];
  while (walker.nextNode()) if (walker.currentNode.textContent?.trim()) texts.push(walker.currentNode);
  for (const text of texts) {
    const inner = document.createElement("font");
    inner.textContent = text.textContent;
    const outer = document.createElement("font");
    outer.append(inner);
    text.parentNode?.replaceChild(outer, text);
  }
}
