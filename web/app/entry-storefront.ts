import "./storefront.css";
// Imported only so that the build includes these files. Pages use them, scripts do not.
import "../storefront/art/portrait.svg";
import "../ui/mosaic-studio/sample-images.ts";
import "../themes/font-files.ts";
import { startEnhancements } from "../storefront/enhance-runtime/enhance.ts";
import { ENHANCEMENTS } from "../storefront/enhancements/index.ts";

startEnhancements(ENHANCEMENTS, document.body);
