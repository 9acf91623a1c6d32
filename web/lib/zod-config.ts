import { z } from "zod";

// Runs before the first schema is created, because Zod would otherwise try `new Function`, which the page's security policy reports.
z.config({ jitless: true });
