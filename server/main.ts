import { serve } from "./serve.ts";

await serve({ pages: "built" });
