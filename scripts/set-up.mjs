// Prepares a fresh checkout. Only old syntax here, because old Node versions parse this file before its version check.
var OLDEST = 20;
if (Number(process.versions.node.split(".")[0]) >= OLDEST) {
  import("./set-up/main.mjs");
} else {
  process.stderr.write(
    "set-up: Tessera installs itself with Node " +
      OLDEST +
      " or later; this is Node " +
      process.version +
      ". Install a newer one, for example from https://nodejs.org, then run this again.\n",
  );
  process.exitCode = 1;
}
