// Prepares a fresh checkout: plain JavaScript without packages, because it runs before there are any.
import { fileURLToPath } from "node:url";
import { explainFailure } from "./say.mjs";

const options = new Set(process.argv.slice(2));
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

try {
  const { isInstallDue, install } = await import("./install.mjs");
  const { isBuildDue, build } = await import("./build.mjs");
  const wantsBuild = !options.has("--no-build");
  if (isInstallDue() || (wantsBuild && isBuildDue())) {
    const { whileAlone } = await import("./alone.mjs");
    await whileAlone(async () => {
      if (isInstallDue()) await install();
      if (wantsBuild && isBuildDue()) await build();
    });
  }
  if (options.has("--test")) await (await import("./browser.mjs")).ensureBrowser();
} catch (error) {
  explainFailure(error);
  process.exitCode = 1;
}
