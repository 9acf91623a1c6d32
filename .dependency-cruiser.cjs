const { readdirSync } = require("node:fs");

/** Who may import whom: docs/decisions/0002-modules-import-lower-groups.md. */
const lowerGroups = [
  ["blocks", "page-changes", "webhook-events", "site-documents"],
  ["creators", "files"],
  [
    "accounts",
    "products",
    "sellers",
    "connect",
    "creator-plan",
    "payment-events",
    "feedback",
    "marketing",
    "order-payments",
    "link-previews",
  ],
  ["tiles", "discounts", "passkeys", "campaign-links", "api-keys", "webhooks", "domains"],
  ["analytics", "second-factor"],
  ["audience"],
  ["orders"],
  ["checkout", "privacy", "funnel"],
  ["admin"],
];
/** All other modules are the highest group, which no module imports. */
const highestGroup = readdirSync("server/modules", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !lowerGroups.flat().includes(entry.name))
  .map(({ name }) => name);
const groups = [...lowerGroups, highestGroup];
const within = (names) => `^server/modules/(${names.join("|")})/`;

const moduleOrder = groups.flatMap((names, level) => {
  const notBelow = groups.slice(level).flat();
  return names.map((name) => ({
    name: `modules-${name}`,
    severity: "error",
    comment: "A module imports only modules of lower groups.",
    from: { path: within([name]), pathNot: "tables\\.ts$" },
    to: { path: within(notBelow.filter((other) => other !== name)) },
  }));
});

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "contract-imports-few-packages",
      comment:
        "Zod reads input, and intl-messageformat writes sentences. Only development has pseudo-languages.",
      severity: "error",
      from: { path: "^contract/", pathNot: "\\.test(-kit)?\\.ts$|/pseudo-language\\.ts$" },
      to: { pathNot: "^contract/|^node_modules/(zod|intl-messageformat)/" },
    },
    {
      name: "contract-rules-alone",
      severity: "error",
      comment: "Rules and limits know no request, page or email.",
      from: { path: "^contract/rules/", pathNot: "\\.test\\.ts$" },
      to: { path: "^contract/(api|pages|mails)/" },
    },
    {
      name: "contract-api-below-pages",
      severity: "error",
      from: { path: "^contract/api/", pathNot: "\\.test\\.ts$" },
      to: { path: "^contract/(pages|mails)/" },
    },
    { name: "server-not-web", severity: "error", from: { path: "^server/" }, to: { path: "^web/" } },
    { name: "web-not-server", severity: "error", from: { path: "^web/" }, to: { path: "^server/" } },
    {
      name: "platform-no-module",
      severity: "error",
      from: { path: "^server/platform/" },
      to: { path: "^server/modules/" },
    },
    {
      name: "modules-by-their-index",
      severity: "error",
      comment: "Another module is reached by its index.ts; foreign keys may name its tables.ts.",
      from: { path: "^server/modules/([^/]+)/", pathNot: "tables\\.ts$" },
      to: { path: "^server/modules/", pathNot: "^server/modules/($1/|[^/]+/index\\.ts$)" },
    },
    {
      name: "tables-name-tables",
      severity: "error",
      comment: "A table knows other tables for its foreign keys, and nothing else of their modules.",
      from: { path: "^server/modules/([^/]+)tables\\.ts$" },
      to: { path: "^server/modules/", pathNot: "tables\\.ts$" },
    },
    {
      name: "adapters-by-compose",
      severity: "error",
      comment: "Adapters are picked in compose.ts alone, and by the backup, which needs no whole product.",
      from: {
        path: "^server/",
        pathNot:
          "^server/(compose|dev)\\.ts$|^server/backup/|\\.test\\.ts$|^server/testing/|^server/platform/([^/]+)/",
      },
      to: { path: "^server/platform/[^/]+/adapters/" },
    },
    {
      name: "loaded-when-needed",
      severity: "error",
      comment:
        "Libraries that many processes never use are imported where they are used, by import(): decision 21.",
      // Adapters that are loaded by configuration, and what they share.
      from: {
        path: "^server/",
        pathNot:
          "[.]test(-kit)?[.]ts$|^server/testing/|^server/platform/(markdown[.]ts|openid/adapters/openid-client|storage/adapters/s3|payments/adapters/stripe/)",
      },
      to: {
        path: "^node_modules/(@aws-sdk|csv-parse|tldts|file-type|htmlparser2|marked|nodemailer|openid-client|sharp|stripe|yauzl|yazl)/",
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "adapters-when-configured",
      severity: "error",
      from: {
        path: "^server/",
        pathNot: "[.]test(-kit)?[.]ts$|^server/testing/|^server/platform/payments/adapters/stripe/",
      },
      to: {
        path: "^server/platform/(markdown|openid/adapters/openid-client|storage/adapters/s3|payments/adapters/stripe/stripe(-sales)?)[.]ts$",
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "images-with-their-limits",
      severity: "error",
      comment: "sharp.ts blocks the decoders that nobody needs.",
      from: { path: "^server/", pathNot: "^server/platform/sharp[.]ts$|[.]test(-kit)?[.]ts$" },
      to: { path: "^node_modules/sharp/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "lib-and-ui-lowest",
      severity: "error",
      from: { path: "^web/(ui|lib|themes)/", pathNot: "[.]test[.]" },
      to: { path: "^web/", pathNot: "^web/($1|lib)/" },
    },
    {
      name: "widgets-below-areas",
      severity: "error",
      from: { path: "^web/widgets/" },
      to: { path: "^web/(storefront|mails|previews|auth|console|demo|admin|app)/" },
    },
    {
      name: "areas-apart",
      severity: "error",
      // The tests of emails render them as the server does.
      from: {
        path: "^web/(storefront|mails|previews|auth|console|demo|admin)/",
        pathNot: "^web/mails/.*[.]test[.]",
      },
      to: { path: "^web/(storefront|mails|previews|auth|console|demo|admin|app)/", pathNot: "^web/$1/" },
    },
    {
      name: "console-features-apart",
      severity: "error",
      comment: "Features share their data (queries.ts), what several show, and what is named here.",
      // What puts features together: the dashboard, the start, the search, the shell, the settings, the tabs of the shop.
      from: {
        path: "^web/console/([^/]+)/",
        pathNot: "^web/console/(dashboard|start|palette|shell|settings)/|products-area[.]tsx$|[.]test[.]",
      },
      to: {
        path: "^web/console/[^/]+/",
        pathNot: [
          "^web/console/$1/",
          "^web/console/(sections|editing|preview|deletion|descriptions)/",
          "queries[.]ts$",
          "^web/console/dashboard/verify-email-banner[.]tsx$",
          "^web/console/start/(start-area[.]tsx|use-start[.]ts)$",
          "^web/console/upgrade/portal-button[.]tsx$",
        ],
      },
    },
    ...moduleOrder,
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Its own TypeScript support ends before version 7.
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
