import { afterEach, beforeEach } from "vitest";

/** Replaces the browser's upload requests: the test decides their results. */
export class Sent {
  static all: Sent[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = "";
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  target = "";
  headers: Record<string, string> = {};
  body: unknown;
  isAborted = false;
  open(method: string, url: string) {
    this.target = `${method} ${url}`;
    Sent.all.push(this);
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.isAborted = true;
    this.onabort?.();
  }
  respond(status: number, body: object | string = "") {
    this.status = status;
    this.responseText = typeof body === "string" ? body : JSON.stringify(body);
    this.onload?.();
  }
}

/** Intercepts the uploads of every test of a file. */
export function catchUploads(): void {
  const real = window.XMLHttpRequest;
  beforeEach(() => {
    Sent.all = [];
    window.XMLHttpRequest = Sent as unknown as typeof XMLHttpRequest;
  });
  afterEach(() => {
    window.XMLHttpRequest = real;
  });
}
