/** Returns 1 for the arrow key that points ahead in the reading direction of the element, -1 for the one that points back, and 0 for other keys. */
export function readingStep(key: string, element: Element): 1 | 0 | -1 {
  if (key !== "ArrowRight" && key !== "ArrowLeft") return 0;
  const isRightToLeft = getComputedStyle(element).direction === "rtl";
  return (key === "ArrowLeft") === isRightToLeft ? 1 : -1;
}
