import { loadEnvFile } from "../server/config/env-file.ts";
import { runAdmin } from "./admin/command.ts";

loadEnvFile();
const { text, ok } = await runAdmin(process.argv.slice(2), process.env);
if (ok) console.log(text);
else console.error(text);
process.exitCode = ok ? 0 : 1;
