import { serve } from "./start/serve.ts";

await serve({ pages: "built" });
