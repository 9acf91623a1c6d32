import { z } from "zod";

// Must run before the first schema is created: otherwise Zod tries `new Function`, which the page's security policy reports.
z.config({ jitless: true });
