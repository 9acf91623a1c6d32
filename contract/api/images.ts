/** The point of an image that stays visible when it is cropped, in percent of its width and height. */
export type Focus = { x: number; y: number };

export const CENTER: Focus = { x: 50, y: 50 };

/** The size of an image in pixels, upright. */
export type ImageDimensions = { width: number; height: number };

/** An image as a page shows it. */
export type PageImage = {
  url: string;
  /** A description of the image; empty for a decorative image. */
  alt: string;
  focus: Focus;
};
