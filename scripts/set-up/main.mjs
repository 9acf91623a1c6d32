// Prepares a fresh checkout. Plain JavaScript without packages, because it runs before they are installed.
import { fileURLToPath } from "node:url";
import { logFailure } from "./log.mjs";

const options = new Set(process.argv.slice(2));
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

try {
  const { isInstallDue, install } = await import("./install.mjs");
  const { isBuildDue, build } = await import("./build.mjs");
  const wantsBuild = !options.has("--no-build");
  const packages = { forDevelopment: options.has("--dev") || options.has("--test") };
  if (isInstallDue(packages) || (wantsBuild && isBuildDue())) {
    const { withLock } = await import("./lock.mjs");
    await withLock(async () => {
      if (isInstallDue(packages)) await install(packages);
      if (wantsBuild && isBuildDue()) await build();
    });
  }
  if (options.has("--test")) await (await import("./browser.mjs")).ensureBrowser();
} catch (error) {
  logFailure(error);
  process.exitCode = 1;
}
