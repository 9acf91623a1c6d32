import "./storefront.css";
// Only for the build: pages use these files, scripts do not.
import "../storefront/art/portrait.svg";
import "../ui/mosaic-studio/sample-images.ts";
import "../themes/font-files.ts";
import { startEnhancements } from "../storefront/enhance-runtime/enhance.ts";
import { ENHANCEMENTS } from "../storefront/enhancements/index.ts";

startEnhancements(ENHANCEMENTS, document.body);
