/** The point of an image that stays visible when it is cropped, in percent of its width and height. */
export type Focus = { x: number; y: number };

export const CENTER: Focus = { x: 50, y: 50 };

/** An image as a page shows it. */
export type PageImage = {
  url: string;
  /** What it shows; empty for one that says nothing that the text beside it does not. */
  alt: string;
  focus: Focus;
};
