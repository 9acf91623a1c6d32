import { once } from "node:events";
import { access, constants, mkdir, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { SITE_DOCUMENTS, type SiteDocument } from "../../contract/rules/site.ts";
import { sentence } from "../../contract/texts.ts";
import { type Config, ConfigError } from "../config/config.ts";
import type { DocumentSource } from "../config/site-documents.ts";
import { findFolderProblem } from "../platform/backup-folder.ts";
import { isInMemory } from "../platform/disk.ts";
import { errorMessage } from "../platform/failure.ts";
import { exists } from "../platform/fs/durable.ts";
import { readDescriptorLimit } from "../platform/http/connection-settings.ts";
import { renderLogo } from "../platform/site-logo.ts";
import { explainStartupError } from "./startup-error.ts";

/** A new bundled database and the files of the demo need 51 MB. */
const NEW_DATABASE_BYTES = 100 * 1024 * 1024;

type Checked = Pick<Config, "dataDir" | "host" | "port" | "databaseUrl" | "siteLogo" | "siteDocuments">;

/** Checks the settings that depend on this machine before anything is started. Throws one error with all problems. */
export async function checkMachine(config: Checked): Promise<void> {
  const found = await Promise.all([
    checkDataDir(config),
    checkListening(config),
    checkDescriptors(),
    checkLogo(config),
    ...SITE_DOCUMENTS.map((name) => checkDocument(name, config.siteDocuments[name])),
  ]);
  const problems = found.filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new ConfigError(problems);
}

/** Returns warnings about this machine that do not prevent a start. */
export async function findWarnings({
  dataDir,
  backupFolder,
}: Pick<Config, "dataDir" | "backupFolder">): Promise<string[]> {
  const isVolatile = await isInMemory(dataDir);
  const problem = backupFolder && (await findFolderProblem(backupFolder));
  return [
    ...(isVolatile
      ? [`DATA_DIR ${dataDir} is in memory: a restart of this machine or container deletes it`]
      : []),
    ...(problem ? [`no backup can be made: ${sentence(problem)}`] : []),
  ];
}

async function checkDataDir({ dataDir, databaseUrl }: Checked): Promise<string | undefined> {
  try {
    await createFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = errorMessage(error);
    return `DATA_DIR must be a folder that this user may write to, such as ./data: ${reason}`;
  }
  if (databaseUrl || (await exists(join(dataDir, "postgres")))) return undefined;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= NEW_DATABASE_BYTES) return undefined;
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  return `DATA_DIR must be on a disk with ${megabytes(NEW_DATABASE_BYTES)} MB of free space for a new database; ${dataDir} has ${megabytes(bavail * bsize)} MB`;
}

async function checkLogo({ siteLogo }: Pick<Config, "siteLogo">): Promise<string | undefined> {
  if (!siteLogo) return undefined;
  try {
    await renderLogo(siteLogo);
    return undefined;
  } catch (error) {
    const reason = errorMessage(error);
    return `SITE_LOGO must name an image that can be shown, such as /etc/tessera/logo.png: ${reason}`;
  }
}

async function checkDocument(
  name: SiteDocument,
  source: DocumentSource | undefined,
): Promise<string | undefined> {
  if (!source || "url" in source) return undefined;
  try {
    (await import("../platform/markdown.ts")).parseMarkdown(source.text);
    return undefined;
  } catch (error) {
    const reason = errorMessage(error);
    return `SITE_${name.toUpperCase()} must name a Markdown file that can be shown, such as /etc/tessera/${name}.md: ${reason}`;
  }
}

/** Creates a folder and its missing parents one by one, because Node's own recursion never ends if the system responds with ENOENT, as in /proc. */
async function createFolder(path: string): Promise<void> {
  if (await exists(path)) {
    // Fails when the path exists and is not a folder.
    await mkdir(path, { recursive: true });
    return;
  }
  await createFolder(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another process that starts with the same folder may have been faster.
    if (error.code !== "EEXIST") throw error;
  });
}

/** A start opens some 60 descriptors. With fewer, programs fail to start without a reason. */
const MIN_DESCRIPTORS = 128;

export function checkDescriptors(limit = readDescriptorLimit()): string | undefined {
  if (limit >= MIN_DESCRIPTORS) return undefined;
  return `The limit of open files is ${limit}, and Tessera needs ${MIN_DESCRIPTORS} or more: raise it, such as by ulimit -n 20480, or LimitNOFILE=20480 in a unit of systemd`;
}

/** Checks early that the port is free, because starting the database takes seconds. */
async function checkListening(config: Checked): Promise<string | undefined> {
  const { host, port } = config;
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, "listening");
    server.close();
    await once(server, "close");
    return undefined;
  } catch (error) {
    const name = (error as NodeJS.ErrnoException).code === "EADDRNOTAVAIL" ? "HOST" : "PORT";
    const reason = String(explainStartupError(error, config)).replaceAll("\n", "\n    ");
    return `${(error as NodeJS.ErrnoException).syscall === "getaddrinfo" ? "HOST" : name} cannot be used: ${reason}`;
  }
}
