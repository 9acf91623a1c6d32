import type { Creator } from "../../contract/api/creators.ts";

/** A client of a running product. It stores cookies without their attributes. */
export class HttpClient {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  get(path: string): Promise<Response> {
    return fetch(new URL(path, this.#url), { headers: this.#headers() });
  }

  /** Sends JSON, or a form with a file. */
  post(path: string, body: object | FormData): Promise<Response> {
    return this.#send("POST", path, body);
  }

  put(path: string, body: object): Promise<Response> {
    return this.#send("PUT", path, body);
  }

  /** Sends JSON. Returns the body of a successful response. */
  async postForJson<Body>(path: string, body: object | FormData): Promise<Body> {
    const response = await this.post(path, body);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  }

  /** Returns the body of a successful response. */
  async getJson<Body>(path: string): Promise<Body> {
    const response = await this.get(path);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  }

  /** Registers a creator with this handle. The client has its session afterwards. */
  async register(handle: string, displayName = "Mara Lindt"): Promise<Creator> {
    const user = { handle, displayName, email: `${handle}@example.org`, password: "a quiet little mosaic" };
    return (await this.postForJson<{ creator: Creator }>("/api/auth/register", user)).creator;
  }

  async #send(method: string, path: string, body: object | FormData): Promise<Response> {
    const isForm = body instanceof FormData;
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: { ...this.#headers(), ...(!isForm && { "content-type": "application/json" }) },
      body: isForm ? body : JSON.stringify(body),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  #headers(): Record<string, string> {
    return { cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; ") };
  }
}
