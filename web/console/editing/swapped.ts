/** Returns the list with one item and the next in each other's place. */
export const swapped = <Item>(items: readonly Item[], at: number): Item[] => [
  ...items.slice(0, at),
  ...items.slice(at, at + 2).reverse(),
  ...items.slice(at + 2),
];
