import { createServer, request } from "node:http";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../testing/listen.ts";
import { isForeignPublicIP, publicNetwork } from "./public-network.ts";

const NOT_PUBLIC = [
  ...["0.0.0.0", "0.1.2.3", "127.0.0.1", "127.255.255.254", "10.0.0.1", "172.16.0.1", "172.31.255.255"],
  ...["192.168.0.1", "169.254.0.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192"],
  ...["192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255"],
  ...["240.0.0.1", "255.255.255.255", "168.63.129.16"],
  ...["::", "::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "::127.0.0.1"],
  ...["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:7f00:1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1"],
  ...["64:ff9b:1::1", "2002:7f00:1::", "2001::1", "2001:db8::1", "3fff::1", "5f00::1", "4000::1", "100::1"],
  ...["fe80::1%lo", "::1%lo", "", "localhost", "1.2.3", "2130706433", "0x7f.1"],
];

test.for(NOT_PUBLIC)("rejects %j as not public", (ip) => {
  expect(isForeignPublicIP(ip)).toBe(false);
});

test.for(["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"])(
  "accepts %j as public",
  (ip) => {
    expect(isForeignPublicIP(ip)).toBe(true);
  },
);

test("rejects the IPs of this machine as not public", () => {
  for (const { address } of Object.values(networkInterfaces()).flatMap((list) => list ?? [])) {
    expect(isForeignPublicIP(address), address).toBe(false);
  }
});

const { rejects } = publicNetwork();

test.for([
  ...["http://2130706433/", "http://0x7f.1/", "http://017700000001/", "http://127.1/", "http://0/"],
  ...["http://127.0.0.1./", "http://①②⑦.0.0.1/", "http://[::1]/", "http://[::ffff:127.0.0.1]/"],
  ...["http://[::127.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://[fd00::1]:8443/"],
  "http://169.254.169.254/latest/meta-data/",
])("rejects %s, whose IP is not public", (url) => {
  expect(rejects(new URL(url))).toBe("not a public IP");
});

test.for(["http://[fe80::1%25eth0]/", "http://[::1%25lo]/", "http://[::1]./", "http://256.256.256.256/"])(
  "rejects %s as no URL",
  (url) => {
    expect(URL.canParse(url)).toBe(false);
  },
);

test.for([
  ["http://example.org:22/", "another port"],
  ["http://example.org:25/", "another port"],
  ["http://example.org:5432/", "another port"],
  ["https://example.org:80/", undefined],
  ["http://example.org:8080/", undefined],
  ["https://example.org:8443/", undefined],
  ["https://example.org/", undefined],
  ["https://anna:secret@example.org/", "a user name or password"],
  ["https://anna@example.org/", "a user name or password"],
  ["ftp://example.org/", "not http or https"],
  ["file:///etc/passwd", "not http or https"],
  ["data:text/html,hello", "not http or https"],
] as const)("rejects %s: %s", ([url, reason]) => {
  expect(rejects(new URL(url))).toBe(reason);
});

/** Returns the message of a failed connection. A connection that succeeds fails the test. */
async function failureOf(url: string, resolve?: (hostname: string) => Promise<string[]>): Promise<string> {
  const network = publicNetwork(resolve ? { resolve } : {});
  const { promise, resolve: settle, reject } = Promise.withResolvers<string>();
  const target = new URL(url);
  request(target, { agent: network.agentFor(target), protocol: target.protocol }, () =>
    reject(new Error("connected")),
  )
    .on("error", (error) => settle(error.message))
    .end();
  return promise;
}

test.for(["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"])(
  "rejects a name that resolves to %s, even if it resolves to public IPs as well",
  async (ip) => {
    expect(await failureOf("http://evil.example/", async () => [ip])).toBe("not a public IP");
    const both = async () => ["93.184.216.34", ip];
    expect(await failureOf("http://evil.example/", both)).toBe("not a public IP");
  },
);

test("rejects a name without IPs, and names of this machine", async () => {
  expect(await failureOf("http://nothing.example/", async () => [])).toBe("name not found");
  expect(await failureOf("http://broken.example/", () => Promise.reject(new Error("SERVFAIL")))).toBe(
    "SERVFAIL",
  );
  for (const url of ["http://localhost/", "http://localhost./", "http://LOCALHOST:8080/"]) {
    expect(await failureOf(url), url).toMatch(/^(not a public IP|name not found)$/);
  }
});

test("checks an IP without a name in the agents", async () => {
  const server = createServer((_request, response) => response.end());
  onTestFinished(() => void server.close());
  const { url } = await listen(server);
  expect(await failureOf(url)).toMatch(/private IP address/);
});
