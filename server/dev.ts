import { PSEUDO_LANGUAGES } from "../contract/pseudo-language.ts";
import { pseudoTexts } from "./platform/locales/pseudo-texts.ts";
import { serve } from "./start/serve.ts";

// `npm run dev -- en-XA` shows every text in a pseudo-language.
const pseudo = PSEUDO_LANGUAGES.find((language) => process.argv.includes(language));
await serve({ pages: "sources", texts: pseudo && pseudoTexts(pseudo) });
