import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDescriptors, checkMachine, findWarnings } from "./preflight.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("accepts a usable folder and a free port, and leaves the port free", async () => {
  const dataDir = join(await makeFolder(), "new", "data");
  const config = {
    dataDir,
    host: "127.0.0.1",
    port: 0,
    databaseUrl: undefined,
    siteLogo: undefined,
    siteDocuments: {},
  };
  await checkMachine(config);
  await checkMachine(config);
});

test("reports at once all settings that this machine cannot fulfil", async () => {
  const folder = await makeFolder();
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const dataDir = join(folder, "file");
  await writeFile(dataDir, "");
  const failure = await checkMachine({
    dataDir,
    host: "127.0.0.1",
    port,
    databaseUrl: undefined,
    siteLogo: undefined,
    siteDocuments: {},
  }).catch(String);
  expect(failure).toContain("DATA_DIR must be a folder that this user may write to, such as ./data: EEXIST");
  expect(failure).toContain(
    `PORT cannot be used: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
  );
});

test.runIf(process.platform === "linux")("reports a folder that the system never creates", async () => {
  const config = {
    dataDir: "/proc/nope/data",
    host: "127.0.0.1",
    port: 0,
    databaseUrl: undefined,
    siteLogo: undefined,
    siteDocuments: {},
  };
  await expect(checkMachine(config)).rejects.toThrow(
    "DATA_DIR must be a folder that this user may write to, such as ./data: ENOENT",
  );
});

test.for(["203.0.113.9", "no-such-host.invalid"])(
  "reports a HOST that is not of this machine (%s)",
  async (host) => {
    const dataDir = await makeFolder();
    await expect(
      checkMachine({
        dataDir,
        host,
        port: 0,
        databaseUrl: undefined,
        siteLogo: undefined,
        siteDocuments: {},
      }),
    ).rejects.toThrow(
      /HOST cannot be used: .*\n\s+HOST must be an IP or a name of this machine, such as 127\.0\.0\.1/,
    );
  },
);

test("reports a limit of open files that is too low to start programs", () => {
  expect(checkDescriptors(64)).toMatch(/^The limit of open files is 64, .* such as by ulimit -n 20480/);
  expect(checkDescriptors(256)).toBeUndefined();
});

test.runIf(process.platform === "linux")(
  "warns of a missing BACKUP_FOLDER and of a DATA_DIR in memory",
  async () => {
    const backupFolder = join(await makeFolder(), "mistyped");
    expect(await findWarnings({ dataDir: "/dev/shm", backupFolder })).toEqual([
      "DATA_DIR /dev/shm is in memory: a restart of this machine or container deletes it",
      `no backup can be made: there is no folder ${backupFolder}, which BACKUP_FOLDER names`,
    ]);
    expect(await findWarnings({ dataDir: process.cwd(), backupFolder: process.cwd() })).toEqual([]);
  },
);

test("reports a legal document that nests too deeply", async () => {
  const text = `${"> ".repeat(40)}deep\n`;
  const terms = { text, path: "/etc/tessera/terms.md", language: null, version: "0" };
  const dataDir = await makeFolder();
  const config = { dataDir, host: "127.0.0.1", port: 0, databaseUrl: undefined, siteLogo: undefined };
  await expect(checkMachine({ ...config, siteDocuments: { terms } })).rejects.toThrow(
    "SITE_TERMS must name a Markdown file that can be shown, such as /etc/tessera/terms.md: lists, quotes and styles are nested in more than 24 levels",
  );
});
