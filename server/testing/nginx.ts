import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { type RequestOptions, request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const PROGRAM = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"].find(
  (path) => existsSync(path),
);

/** The reason why nginx cannot be started on this machine, or undefined. */
export const whyNoNginx = findReason();

function findReason(): string | undefined {
  if (!PROGRAM) return "nginx is not installed on this machine";
  // Tests use several loopback addresses as visitors' IPs.
  return process.platform === "linux" ? undefined : "this system has one loopback address";
}

type Options = {
  port: number;
  upstreamPort: number;
  /** Whether nginx caches creators' pages, with the configuration of `deploy/`. */
  cachesPages?: boolean;
  /** More location blocks, as in `deploy/`. */
  locations?: string;
};

const readExample = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), "utf8");
const cacheOf = (folder: string) =>
  readExample("nginx-cache.conf").replace("/var/cache/nginx/tessera", join(folder, "pages"));

/** Returns the configuration that the README describes. */
const configuration = (given: Options & { folder: string }) => `
daemon off;
pid ${given.folder}/pid;
error_log ${given.folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${given.folder}/body;
  proxy_temp_path ${given.folder}/proxy;
  fastcgi_temp_path ${given.folder}/unused;
  uwsgi_temp_path ${given.folder}/unused;
  scgi_temp_path ${given.folder}/unused;
  upstream tessera {
    server 127.0.0.1:${given.upstreamPort};
  }
  ${given.cachesPages ? cacheOf(given.folder) : ""}
  server {
    listen 127.0.0.1:${given.port} ssl;
    server_name localhost;
    ssl_certificate ${given.folder}/certificate.pem;
    ssl_certificate_key ${given.folder}/key.pem;
    client_max_body_size 520m;
    ${given.cachesPages ? readExample("nginx-cache-location.conf") : ""}
    location / {
      proxy_pass http://127.0.0.1:${given.upstreamPort};
      proxy_http_version 1.1;
      proxy_request_buffering off;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
    ${given.locations ?? ""}
  }
}
`;

export type NginxResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string };
type NginxRequest = Pick<RequestOptions, "method" | "headers" | "localAddress"> & { body?: string | Buffer };

/** Starts nginx with HTTPS and a self-signed certificate in front of a local server. */
export async function startNginx(options: Options) {
  if (!PROGRAM) throw new Error("nginx is not installed");
  const folder = await mkdtemp(join(tmpdir(), "tessera-nginx-"));
  await mkdir(join(folder, "logs"));
  await promisify(execFile)("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
    ...["-keyout", join(folder, "key.pem"), "-out", join(folder, "certificate.pem")],
  ]);
  await writeFile(join(folder, "nginx.conf"), configuration({ folder, ...options }));
  // When started as root, nginx runs as another user, who cannot open this folder.
  const asRoot = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const child = spawn(PROGRAM, ["-p", folder, "-c", join(folder, "nginx.conf"), ...asRoot], {
    stdio: "ignore",
  });
  const ca = await readFile(join(folder, "certificate.pem"));
  while (!(await listens(options.port))) {
    if (child.exitCode !== null) {
      throw new Error(`nginx ended: ${await readFile(join(folder, "error.log"), "utf8").catch(() => "")}`);
    }
    await delay(20);
  }

  return {
    /** The self-signed certificate. */
    ca,
    /** Requests a path over HTTPS from the local IP `localAddress`. */
    async ask(path: string, { body, ...asked }: NginxRequest = {}): Promise<NginxResponse> {
      const sent = request({
        host: "127.0.0.1",
        servername: "localhost",
        port: options.port,
        path,
        ca,
        ...asked,
      });
      sent.end(body);
      const [response] = await once(sent, "response");
      const bytes = await buffer(response);
      return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() };
    },
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Nginx = Awaited<ReturnType<typeof startNginx>>;

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
