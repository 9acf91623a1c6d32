import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { SETTING_NAMES } from "../server/config/environment.ts";

const read = (file: string) => readFile(file, "utf8");
/** Variables of other programs, and those that fill in a compose file. */
const FOREIGN =
  /^(PATH|NODE_ENV|BUILD_IMAGE|BASE_IMAGE|CMD|ALL|FROM|AWS_\w+|POSTGRES_(USER|DB|PASSWORD|INITDB_ARGS)|S3_\w+|DOMAIN|NODES|MALLOC_ARENA_MAX|NODE_COMPILE_CACHE)$/;

test.for(["Dockerfile", "deploy/compose.env", "compose.scale.yaml", "deploy/tessera.service"])(
  "names only existing settings in %s",
  async (file) => {
    const text = (await read(file)).replace(/^\s*#.*$/gm, "");
    const names = [...text.matchAll(/(?:^\s*|[\s=]|\$\{)([A-Z][A-Z0-9_]{3,})(?==|:)/gm)].map(
      ([, name = ""]) => name,
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !SETTING_NAMES.includes(name) && !FOREIGN.test(name))).toEqual([]);
  },
);

test("keeps the containers' own settings, whatever .env says", async () => {
  for (const file of ["compose.yaml", "compose.scale.yaml"]) {
    const text = await read(file);
    for (const line of ["HOST: 0.0.0.0", 'PORT: "3000"', "DATA_DIR: /data", "BACKUP_FOLDER: /backups"])
      expect(text).toContain(line);
  }
});

test.for(["compose.yaml", "compose.scale.yaml"])(
  "limits the memory and the logs of each container in %s",
  async (file) => {
    const { services } = parse(await read(file), { merge: true });
    expect(Object.keys(services)).not.toEqual([]);
    for (const [name, service] of Object.entries(services)) {
      expect(service, name).toMatchObject({
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        logging: { driver: "json-file", options: { "max-size": "10m", "max-file": "5" } },
      });
    }
  },
);

test("reports the image as healthy while it can serve requests", async () => {
  expect(await read("Dockerfile")).toContain('CMD ["node", "deploy/health-check.mjs"]');
  expect(await read("deploy/health-check.mjs")).toContain("/readyz`");
});

test("reads the same settings file in the service and the commands of docs/deploy.md", async () => {
  const unit = await read("deploy/tessera.service");
  expect(unit).not.toMatch(/^EnvironmentFile|^Environment=.*(DATA_DIR|PORT)/m);
  expect(unit).toMatch(/^WorkingDirectory=\/opt\/tessera$/m);
  expect(await read("docs/deploy.md")).toContain("ln -s /etc/tessera.env .env");
});

test("configures proxies to check readiness, pass the client's IP on and not buffer uploads", async () => {
  const nginx = await read("deploy/nginx.conf");
  expect(nginx).toContain("proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;");
  expect(nginx).toContain("proxy_request_buffering off;");
  expect(await read("deploy/Caddyfile")).toContain("health_uri /readyz");
});
