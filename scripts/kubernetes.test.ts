import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Deployment } from "kubernetes-types/apps/v1.d.ts";
import type { CronJob, Job } from "kubernetes-types/batch/v1.d.ts";
import type { ConfigMap, Container, PodSpec, Secret, Service } from "kubernetes-types/core/v1.d.ts";
import type { Ingress } from "kubernetes-types/networking/v1.d.ts";
import type { PodDisruptionBudget } from "kubernetes-types/policy/v1.d.ts";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { readConfig } from "../server/config/config.ts";
import { SETTING_NAMES } from "../server/config/environment.ts";

const FOLDER = "deploy/kubernetes";
type Kinds = {
  ConfigMap: ConfigMap;
  CronJob: CronJob;
  Deployment: Deployment;
  Ingress: Ingress;
  Job: Job;
  PodDisruptionBudget: PodDisruptionBudget;
  Secret: Secret;
  Service: Service;
};
type Manifest = { apiVersion: string; kind: string };

let manifests: Manifest[] = [];
beforeAll(async () => {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".yaml"));
  const texts = await Promise.all(files.map((name) => readFile(join(FOLDER, name), "utf8")));
  manifests = texts.flatMap((text) =>
    parseAllDocuments(text, { strict: true, uniqueKeys: true }).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    }),
  );
});

function manifestOf<Kind extends keyof Kinds>(kind: Kind): Kinds[Kind] {
  const [found, ...more] = manifests.filter((manifest) => manifest.kind === kind);
  if (!found || more.length > 0) throw new Error(`There must be one ${kind}.`);
  return found as Kinds[Kind];
}

const templates = () => [
  manifestOf("Deployment").spec?.template,
  manifestOf("Job").spec?.template,
  manifestOf("CronJob").spec?.jobTemplate.spec?.template,
];
const pods = () => templates().map((template) => template?.spec as PodSpec);
const containerOf = ({ containers: [container, ...more] }: PodSpec): Container => {
  if (!container || more.length > 0) throw new Error("A pod must have one container.");
  return container;
};

const PACKAGE_OF: Record<string, string> = {
  "apps/v1": "apps/v1",
  "batch/v1": "batch/v1",
  "networking.k8s.io/v1": "networking/v1",
  "policy/v1": "policy/v1",
  v1: "core/v1",
};

/** Returns the type errors of Kubernetes' published schema, including unknown fields, which a server would drop. */
async function checkTypes(given: readonly Manifest[]): Promise<string> {
  // Beside the packages, so that the compiler finds the types.
  const folder = await mkdtemp("node_modules/.kubernetes-");
  onTestFinished(() => rm(folder, { recursive: true }));
  const lines = given.map(({ apiVersion, kind, ...rest }, at) => {
    const path = `kubernetes-types/${PACKAGE_OF[apiVersion]}.d.ts`;
    return `export const m${at}: import("${path}").${kind} = ${JSON.stringify({ apiVersion, kind, ...rest })};`;
  });
  const file = join(folder, "manifests.ts");
  await writeFile(file, lines.join("\n"));
  const options = [
    "--noEmit",
    "--strict",
    "--ignoreConfig",
    "--skipLibCheck",
    ...["--types", "", "--module", "preserve"],
  ];
  return promisify(execFile)("node_modules/.bin/tsc", [...options, file]).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
}

test("uses only fields of the published schema in the manifests", async () => {
  expect(await checkTypes(manifests)).toBe("");
  const job = structuredClone(manifestOf("Job"));
  Object.assign(job.spec?.template.spec?.containers[0] ?? {}, { readynessProbe: {} });
  expect(await checkTypes([job as Manifest])).toContain("'\"readynessProbe\"' does not exist");
});

test("uses existing settings in the examples that fit together and cause no warning", () => {
  const { data = {} } = manifestOf("ConfigMap");
  const { stringData = {} } = manifestOf("Secret");
  const names = [...Object.keys(data), ...Object.keys(stringData)];
  expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  const { warnings, databaseUrl, storage, smtp, drainMs } = readConfig({ ...data, ...stringData });
  expect(warnings).toEqual([]);
  // Without any of them, each pod would keep its own data.
  expect([databaseUrl, storage, smtp].map(Boolean)).toEqual([true, true, true]);
  const { terminationGracePeriodSeconds = 0 } = pods()[0] ?? {};
  expect(terminationGracePeriodSeconds).toBeGreaterThan(drainMs / 1000 + 10);
});

test("gives pods no rights and a memory limit, and lets them write only to their volumes", () => {
  for (const pod of pods()) {
    const { securityContext, resources, volumeMounts = [], envFrom } = containerOf(pod);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: {
        ...{ runAsNonRoot: true, runAsUser: 10001, runAsGroup: 10001, fsGroup: 10001 },
        seccompProfile: { type: "RuntimeDefault" },
      },
    });
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(resources).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.any(String) },
    });
    expect(envFrom).toEqual([{ configMapRef: { name: "tessera" } }, { secretRef: { name: "tessera" } }]);
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(expect.arrayContaining(["/data", "/tmp"]));
    expect(pod.volumes?.map(({ name }) => name).sort()).toEqual(volumeMounts.map(({ name }) => name).sort());
  }
});

test("runs the same image with an existing command in every pod", async () => {
  const containers = pods().map(containerOf);
  expect(new Set(containers.map(({ image }) => image)).size).toBe(1);
  const version = JSON.parse(await readFile("package.json", "utf8")).version;
  expect(containers[0]?.image).toMatch(new RegExp(`/tessera:${version}$`));
  expect(containers[0]?.command).toBeUndefined();
  for (const { command = [] } of containers.slice(1)) {
    const [, script = ""] = /\bnode (\S+\.ts)/.exec(command.join(" ")) ?? [];
    expect(existsSync(script), script).toBe(true);
  }
  expect(await readFile("Dockerfile", "utf8")).toMatch(/^USER 10001:10001$/m);
});

test("checks readiness and liveness in probes, and selects only serving pods in service and budget", () => {
  const { livenessProbe, readinessProbe, startupProbe, ports } = containerOf(pods()[0] as PodSpec);
  const path = (probe: Container["livenessProbe"]) => probe?.httpGet?.path;
  expect([startupProbe, readinessProbe, livenessProbe].map(path)).toEqual(["/readyz", "/readyz", "/healthz"]);
  expect(ports).toEqual([{ name: "http", containerPort: 3000 }]);
  const { drainMs } = readConfig({ ...manifestOf("ConfigMap").data, ...manifestOf("Secret").stringData });
  const { periodSeconds = 10, failureThreshold = 3 } = readinessProbe ?? {};
  expect(periodSeconds * failureThreshold * 1000).toBeLessThan(drainMs);
  const serving = { "app.kubernetes.io/name": "tessera" };
  expect(templates().map((template) => template?.metadata?.labels?.["app.kubernetes.io/name"])).toEqual([
    "tessera",
    "tessera-migrate",
    "tessera-backup",
  ]);
  expect(manifestOf("Deployment").spec).toMatchObject({
    selector: { matchLabels: serving },
    strategy: { rollingUpdate: { maxUnavailable: 0 } },
  });
  expect(manifestOf("Service").spec).toMatchObject({ selector: serving, ports: [{ targetPort: "http" }] });
  expect(manifestOf("PodDisruptionBudget").spec).toEqual({
    maxUnavailable: 1,
    selector: { matchLabels: serving },
  });
  const [rule] = manifestOf("Ingress").spec?.rules ?? [];
  expect(`https://${rule?.host}`).toBe(manifestOf("ConfigMap").data?.PUBLIC_URL);
  expect(rule?.http?.paths[0]?.backend.service).toEqual({ name: "tessera", port: { name: "http" } });
});
