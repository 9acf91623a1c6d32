import "./storefront.css";
// Pages show them, but no script does: this puts them among the built files.
import "../storefront/art/portrait.svg";
import "../ui/mosaic-studio/images.ts";
import "../themes/font-files.ts";
import { startEnhancements } from "../storefront/enhance/enhance.ts";
import { ENHANCEMENTS } from "../storefront/enhancements/index.ts";

startEnhancements(ENHANCEMENTS, document.body);
