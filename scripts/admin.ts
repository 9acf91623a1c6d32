import { loadEnvFile } from "../server/config/env-file.ts";
import { runAdmin } from "./admin/command.ts";
import { printResult } from "./print-result.ts";

loadEnvFile();
printResult(await runAdmin(process.argv.slice(2), process.env));
