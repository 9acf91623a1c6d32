/** Shows a tile's placeholder if its image cannot be loaded, before or after scripts ran. */
export function enhanceBrokenImages(element: HTMLElement): void {
  for (const image of element.querySelectorAll("img"))
    if (image.complete && image.naturalWidth === 0 && image.loading !== "lazy") image.hidden = true;
  // The event does not bubble.
  element.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLImageElement) target.hidden = true;
    },
    true,
  );
}
