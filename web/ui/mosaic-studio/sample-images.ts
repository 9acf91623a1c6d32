import avatar from "./avatar.webp";
import clay from "./bag-of-clay.webp";
import testTiles from "./colour-test-tiles.webp";
import notebook from "./glaze-notebook.webp";
import kiln from "./kiln-sale.webp";
import cup from "./morning-cup.webp";
import largeCup from "./morning-cup-large.webp";
import film from "./studio-film.webp";
import largeFilm from "./studio-film-large.webp";
import letter from "./sunday-letter.webp";

/** Small images of the demo creator, made from `server/demo/assets`, for samples without a database. */
export const studio = {
  avatar,
  cup,
  largeCup,
  notebook,
  film,
  largeFilm,
  letter,
  clay,
  kiln,
  testTiles,
} as const;
