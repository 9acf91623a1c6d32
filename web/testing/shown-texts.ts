const ATTRIBUTES = [
  ...["alt", "placeholder", "title"],
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"],
];
/** Scripts, and texts that are marked as another language. */
const SKIPPED = "script, style, [lang]";

/** Returns the texts of the window that people see or hear. */
export function shownTexts(): string[] {
  const nodes = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node instanceof Element && node.matches(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const texts = [document.title];
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    if (node instanceof Element) texts.push(...ATTRIBUTES.map((name) => node.getAttribute(name) ?? ""));
    else texts.push(node.nodeValue ?? "");
  }
  return texts;
}
