import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { forAll } from "./for-all.test-kit.ts";
import { limits } from "./limits.ts";
import { detectSource, normalizeSource } from "./sources.ts";

const ours = "page.example";
const from = (referrer: string) => detectSource({ search: "", referrer, host: ours });
const isStored = (source: string) => {
  expect(source).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(source.length).toBeLessThanOrEqual(limits.source.max);
};
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 120 }),
  fc.string({ unit: fc.constantFrom("a", "Z", "7", "-", " ", "_", "é", "İ", "ß", "K", "☕") }),
);

describe("a stored source name", () => {
  test("consists of lower-case words joined by hyphens, with at most 40 characters", () => {
    fc.assert(
      fc.property(anyText, (value) => isStored(normalizeSource(value))),
      { numRuns: 1000 },
    );
  });

  test("is idempotent", () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const source = normalizeSource(value);
        expect(normalizeSource(source)).toBe(source);
      }),
      { numRuns: 1000 },
    );
  });

  test("does not depend on letter case or surrounding text", () => {
    forAll(fc.stringMatching(/^[a-z0-9]{1,30}$/), fc.stringMatching(/^[-_ .!]{0,5}$/), (name, around) => {
      expect(normalizeSource(`${around}${name.toUpperCase()}${around}`)).toBe(normalizeSource(name));
    });
  });

  test.each([
    ["ig", "instagram"],
    ["meta", "facebook"],
    ["messenger", "facebook"],
    ["search", "google"],
    ["yt", "youtube"],
    ["tok", "tiktok"],
    ["x", "twitter"],
    ["newsletter", "email"],
    ["mail", "email"],
    ["IG", "instagram"],
    [" Newsletter! ", "email"],
    ["x.com", "x-com"],
    ["Spring  Sale_2026", "spring-sale-2026"],
    ["", "direct"],
    ["---", "direct"],
    ["日本", "direct"],
    ["a".repeat(60), "a".repeat(40)],
    [`${"a".repeat(39)}-b`, "a".repeat(39)],
    [`-${"a".repeat(45)}`, "a".repeat(40)],
  ])("reads %j as %s", (value, source) => {
    expect(normalizeSource(value)).toBe(source);
  });
});

describe("the source of a visit", () => {
  test("prefers the source in the URL to the referrer", () => {
    const visit = { referrer: "https://www.reddit.com/", host: ours };
    expect(detectSource({ ...visit, search: "?utm_source=IG" })).toBe("instagram");
    expect(detectSource({ ...visit, search: "?source=Book%20Club" })).toBe("book-club");
    expect(detectSource({ ...visit, search: "?source=b&utm_source=a" })).toBe("a");
    expect(detectSource({ ...visit, search: "?utm_source=%20&source=b" })).toBe("b");
    expect(detectSource({ ...visit, search: "?utm_source=&source=--" })).toBe("reddit");
    expect(detectSource({ ...visit, search: "?other=1" })).toBe("reddit");
  });

  test.each([
    ["https://instagram.com/", "instagram"],
    ["https://l.instagram.com/?u=x", "instagram"],
    ["https://lm.facebook.com/l.php", "facebook"],
    ["https://m.facebook.com", "facebook"],
    ["https://fb.me/x", "facebook"],
    ["https://www.tiktok.com/@a", "tiktok"],
    ["https://m.youtube.com/watch", "youtube"],
    ["https://youtu.be/x", "youtube"],
    ["https://t.co/abc", "twitter"],
    ["https://x.com/a", "twitter"],
    ["https://mobile.twitter.com/", "twitter"],
    ["https://lnkd.in/x", "linkedin"],
    ["https://de.linkedin.com/", "linkedin"],
    ["https://www.pinterest.co.uk/", "pinterest"],
    ["https://pinterest.com.mx/", "pinterest"],
    ["https://pin.it/x", "pinterest"],
    ["https://old.reddit.com/r/x", "reddit"],
    ["https://www.google.com/", "google"],
    ["https://www.google.co.uk/", "google"],
    ["https://google.com.br/", "google"],
    ["https://www.google.de/search", "google"],
    ["https://www.bing.com/", "bing"],
    ["https://WWW.BING.COM./", "bing"],
    ["https://mail.google.com/", "email"],
    ["https://outlook.live.com/", "email"],
    ["https://mail.yahoo.com/", "email"],
    ["https://webmail.posteo.example/", "email"],
    ["android-app://com.google.android.gm/", "email"],
    ["android-app://com.google.android.googlequicksearchbox/", "google"],
    ["android-app://com.google.android.youtube", "youtube"],
    ["android-app://com.instagram.android", "instagram"],
    ["android-app://com.facebook.katana/", "facebook"],
    ["android-app://com.linkedin.android/", "linkedin"],
    ["android-app://com.zhiliaoapp.musically/", "tiktok"],
  ])("reads %s as %s", (referrer, source) => {
    expect(from(referrer)).toBe(source);
  });

  test.each([
    ["https://notinstagram.com/", "notinstagram-com"],
    ["https://instagram.com.evil.tld/", "instagram-com-evil-tld"],
    ["https://instagram.com@evil.tld/", "evil-tld"],
    ["https://evil.tld/?https://instagram.com", "evil-tld"],
    ["https://not.co/", "not-co"],
    ["https://google.evil/", "google-evil"],
    ["https://google.foo.io/", "google-foo-io"],
    ["https://google.com.evil.tld/", "google-com-evil-tld"],
    ["https://netflix.com/", "netflix-com"],
    ["https://pinterest.shop/", "pinterest-shop"],
    ["https://gmail.example/", "gmail-example"],
    ["https://hotelbing.com/", "hotelbing-com"],
    ["https://www.blog.example/post/1?secret=2", "blog-example"],
  ])("reads %s as a source of its own", (referrer, source) => {
    expect(from(referrer)).toBe(source);
  });

  test.each([
    "",
    "no URL",
    "https://page.example/",
    "https://PAGE.example/@me?x=1",
    "about:blank",
    "file:///home/me/page.html",
    "chrome-extension://abcdefgh/index.html",
    "data:text/html,x",
  ])("reads %j as direct", (referrer) => {
    expect(from(referrer)).toBe("direct");
  });

  test("is direct from the site's own port, but a source from another port", () => {
    const visit = { search: "", host: "LOCALHOST:3000" };
    expect(detectSource({ ...visit, referrer: "http://localhost:3000/" })).toBe("direct");
    expect(detectSource({ ...visit, referrer: "http://localhost:4000/" })).toBe("localhost");
  });

  test("is detected in browsers without URL.canParse", () => {
    class OldUrl extends URL {}
    Object.defineProperty(OldUrl, "canParse", { value: undefined });
    vi.stubGlobal("URL", OldUrl);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(from("https://l.instagram.com/")).toBe("instagram");
  });

  test("is always a normalised name", () => {
    const referrer = fc.oneof(fc.webUrl(), fc.webUrl({ withQueryParameters: true }), anyText);
    const search = fc.oneof(
      fc.constant(""),
      fc.webQueryParameters(),
      anyText.map((text) => `?source=${text}`),
    );
    fc.assert(
      fc.property(search, referrer, (search, referrer) => {
        const source = detectSource({ search, referrer, host: ours });
        isStored(source);
        expect(normalizeSource(source)).toBe(source);
      }),
      { numRuns: 1000 },
    );
  });

  test("keeps a known site's name under every subdomain", () => {
    const label = fc
      .stringMatching(/^[a-z0-9]{1,10}$/)
      .filter((name) => !/^(mail|outlook|webmail)$/.test(name));
    forAll(fc.array(label, { maxLength: 3 }), (labels) => {
      expect(from(`https://${[...labels, "instagram", "com"].join(".")}/`)).toBe("instagram");
    });
  });
});
