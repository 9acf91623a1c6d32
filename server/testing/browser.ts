import { paths } from "../../contract/rules/paths.ts";
import type { SignInProvider } from "../../contract/rules/sign-in-providers.ts";
import type { TestApp } from "./harness.ts";

/** Stores cookies as a browser does for one site. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  take(headers: readonly string[]): void {
    for (const header of headers) {
      const [pair = "", ...attributes] = header.split(";");
      const [name = "", ...value] = pair.split("=");
      const isGone = attributes.some((part) => /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(part));
      if (isGone) this.#cookies.delete(name);
      else this.#cookies.set(name, value.join("="));
    }
  }

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name);
  }
}

/** A browser that visits the site under test and an OpenID provider. */
export class TestBrowser {
  readonly cookies = new CookieJar();
  readonly #site: TestApp;
  readonly #publicUrl: string;

  constructor(site: TestApp, publicUrl: string) {
    this.#site = site;
    this.#publicUrl = publicUrl;
  }

  /** Opens a URL of the site. `node` selects another node. */
  async open(path: string, options: { node?: TestApp; headers?: Record<string, string> } = {}) {
    const headers = { accept: "text/html,*/*;q=0.8", ...options.headers, cookie: this.cookies.header };
    const response = await (options.node ?? this.#site).call("GET", path, undefined, headers);
    this.cookies.take([response.headers["set-cookie"] ?? []].flat());
    return { ...response, location: response.headers.location };
  }

  /** Starts a sign-in. Returns the provider's URL from the redirect. */
  async leave(redirect?: string, provider: SignInProvider = "google"): Promise<URL> {
    const { status, location } = await this.open(paths.signInWith(provider, redirect));
    if (status !== 302 || !location?.startsWith("http"))
      throw new Error(`no redirect to the provider: ${status} ${location}`);
    return new URL(location);
  }

  /** Signs in at the provider. Returns the callback URL from the redirect. */
  async passProvider(address: URL): Promise<string> {
    const theirs = new CookieJar();
    let next = address;
    for (let step = 0; step < 10; step++) {
      const response = await fetch(next, { redirect: "manual", headers: { cookie: theirs.header } });
      theirs.take(response.headers.getSetCookie());
      const location = response.headers.get("location");
      if (!location)
        throw new Error(`no redirect by the provider: ${response.status} ${await response.text()}`);
      next = new URL(location, next);
      if (next.origin === this.#publicUrl) return next.pathname + next.search;
    }
    throw new Error("too many redirects at the provider");
  }

  /** Signs in with the provider. Returns the final path. */
  async signInElsewhere(redirect?: string, provider?: SignInProvider): Promise<string | undefined> {
    const callback = await this.passProvider(await this.leave(redirect, provider));
    return (await this.open(callback)).location;
  }

  /** Returns the signed-in user, or undefined without a session. */
  async whoAmI() {
    return (await this.open("/api/creators/me")).body.creator;
  }
}
