import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { en } from "../../../contract/rules/legal-texts/en.ts";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { answerForms } from "../../testing/answer-forms.tsx";
import { aMockPage, aPayPage, aSeller, MUG, NO_ENTRIES, PRICE } from "../../testing/buyer-entities.ts";
import { expectText } from "../../testing/expectations.ts";
import { pressTwice } from "../../testing/press-twice.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { Page } from "../page.tsx";

type PayModel = Extract<PageModel, { page: "pay" }>;
const pay = aPayPage;
const tip = (changes: Partial<PayModel> = {}) =>
  pay(changes, {
    product: { name: "Coffee", type: "tip", media_url: null, accent_id: null },
    price: { ...PRICE, item_cents: 300, total_cents: 300, minimum_cents: 50, suggestions: [300, 600, 1500] },
  });

const OFFER = {
  name: "Poster",
  parts: [] as string[],
  text: "For your wall.",
  price_cents: 800,
  taken: false,
};

const button = (name: string) => page.getByRole("button", { name, exact: true });

describe("the order page", () => {
  test("shows price, seller and consent, and asks for the required fields", async () => {
    renderPage(
      pay({}, { consent_text: en.digital.text, needs: { email: true, consent: true, address: false } }),
    );
    await expectText("incl. taxes");
    await expect.element(page.getByRole("checkbox", { name: en.digital.text })).not.toBeChecked();
    await expect.element(button("Pay €25.00")).toBeVisible();
    await expect.element(page.getByText(/Apple Pay/)).not.toBeInTheDocument();
    await expectAccessible();
  });

  test("collapses the company fields, and expands them for an error", async () => {
    const { unmount } = renderPage(pay());
    await expect.element(page.getByLabelText("VAT ID")).not.toBeVisible();
    await page.getByText("Buying for a company?").click();
    await page.getByLabelText("Company").fill("Weber GmbH");
    await expectAccessible();
    unmount();
    renderPage(pay({ entries: { ...NO_ENTRIES, vatId: "DE1" }, problems: { vatId: "Enter a VAT ID." } }));
    await expect.element(page.getByLabelText("VAT ID")).toHaveAccessibleDescription("Enter a VAT ID.");
  });

  test("asks for amount and note of a tip once, on the creator's page or here", async () => {
    const amount = page.getByRole("radio", { name: "€3.00" });
    const note = page.getByLabelText("Note to the creator");
    const { unmount } = renderPage(tip());
    await expect.element(amount).toBeVisible();
    await expect.element(note).toBeVisible();
    unmount();
    const entries = { ...NO_ENTRIES, choice: "300", note: "Thank you!" };
    const { unmount: close } = renderPage(tip({ entries }));
    await expect.element(button("Pay €3.00")).toBeVisible();
    await expect.element(note).not.toBeVisible();
    const form = document.querySelector("form");
    expect(form && Object.fromEntries(new FormData(form))).toMatchObject({
      choice: "300",
      note: "Thank you!",
    });
    await page.getByText("Change the amount or the note").click();
    await expect.element(amount).toBeChecked();
    await expect.element(note).toHaveValue("Thank you!");
    await expectAccessible();
    close();
    renderPage(tip({ entries, problems: { note: "Note must be at most 280 characters." } }));
    await expect.element(note).toBeVisible();
  });

  test("asks for news of a free product separately and unticked", async () => {
    renderPage(
      pay({}, { provider: "free", amount_cents: 0, price: { ...PRICE, item_cents: 0, total_cents: 0 } }),
    );
    await expect.element(page.getByRole("checkbox", { name: /news/ })).not.toBeChecked();
    await expect.element(button("Get it for free")).toBeVisible();
    await expect.element(page.getByText(/card/)).not.toBeInTheDocument();
  });

  test("offers a second product in a box that is not ticked in advance", async () => {
    renderPage(pay({}, { offer: OFFER }));
    const box = page.getByRole("checkbox", { name: "Add Poster for €8.00 For your wall." });
    await expect.element(box).not.toBeChecked();
    await expect.element(button("Pay €25.00")).toBeVisible();
    await expectAccessible();
  });

  test("names the products of an offered bundle", async () => {
    renderPage(pay({}, { offer: { ...OFFER, name: "Set", parts: ["Album", "Poster"] } }));
    const name = "Add Set for €8.00 With Album, Poster For your wall.";
    await expect.element(page.getByRole("checkbox", { name })).not.toBeChecked();
    await expectAccessible();
  });

  test("offers the link for another browser in an app's browser", async () => {
    renderPage(pay({ isInAppBrowser: true }));
    await expectText(/For Apple Pay or Google Pay/);
    const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await button("Copy link").click();
    expect(writeText).toHaveBeenCalledWith(location.href);
    await expectText("Copied to clipboard");
  });
});

describe("the order page with scripts", () => {
  test("adds a ticked offer with its shipping, and asks where to ship it", async () => {
    const sent = answerForms(
      pay(
        { entries: { ...NO_ENTRIES, offer: "on" } },
        {
          offer: { ...OFFER, taken: true },
          needs: { email: false, consent: false, address: true },
          countries: ["DE"],
          price: { ...PRICE, item_cents: 3300, shipping_cents: 490, total_cents: 3790 },
        },
      ),
      pay({}, { offer: OFFER }),
    );
    renderPage(pay({}, { offer: OFFER }));
    const box = page.getByRole("checkbox", { name: /^Add Poster/ });
    await page.getByLabelText("Email").fill("buyer@example.org");
    await box.click();
    await expect.element(button("Pay €37.90")).toBeVisible();
    expect([sent[0]?.get("action"), sent[0]?.get("offer")]).toEqual(["update", "on"]);
    await expect.element(box).toBeChecked();
    await expect.element(box).toHaveFocus();
    await expect.element(page.getByLabelText("Street and number")).toBeVisible();
    await expect.element(page.getByLabelText("Email")).toHaveValue("buyer@example.org");
    const rows = page
      .getByRole("term")
      .elements()
      .map(({ textContent }) => textContent);
    expect(rows).toEqual(expect.arrayContaining(["The notes", "Poster", "Shipping"]));
    await expectAccessible();
    await box.click();
    await expect.element(button("Pay €25.00")).toBeVisible();
    expect(sent[1]?.get("offer")).toBeNull();
    await expect.element(page.getByLabelText("Street and number")).not.toBeInTheDocument();
  });

  test("updates the price when the amount changes, and keeps text typed meanwhile", async () => {
    const sent = answerForms(
      pay(
        {},
        {
          ...tip().order,
          amount_cents: 750,
          price: { ...tip().order.price, item_cents: 750, total_cents: 750 },
        },
      ),
    );
    renderPage(tip());
    await page.getByLabelText("Other amount (EUR)").fill("7.50");
    await expect.element(page.getByRole("radio", { name: "Other" })).toBeChecked();
    await page.getByLabelText("Email").fill("buyer@example.org");
    await expect.element(button("Pay €7.50")).toBeVisible();
    // The amount is beside the product, in the total and on the button.
    expect(page.getByText("€7.50", { exact: true }).elements()).toHaveLength(3);
    await expect.element(page.getByLabelText("Email")).toHaveValue("buyer@example.org");
    expect(sent[0]?.get("action")).toBe("update");
    expect(sent[0]?.get("amount")).toBe("7.50");
  });

  test("shows an error at its field, and removes it once corrected", async () => {
    const wrong = { amount: "Choose at least €0.50." };
    answerForms(tip({ problems: wrong, entries: { ...NO_ENTRIES, choice: "own", amount: "0.10" } }), tip());
    renderPage(tip());
    const amount = page.getByLabelText("Other amount (EUR)");
    await amount.fill("0.10");
    await page.getByLabelText("Email").click();
    await expect.element(amount).toHaveAccessibleDescription(/Choose at least €0\.50\.$/);
    await amount.fill("5");
    await page.getByLabelText("Email").click();
    await expect.element(amount).not.toHaveAttribute("aria-invalid");
    await expect.element(page.getByText("Choose at least €0.50.")).not.toBeInTheDocument();
  });

  test("shows a rejected order in place and focuses the first wrong field", async () => {
    const sent = answerForms(
      pay({ problems: { email: "Enter your email: the receipt and the download go there." } }),
    );
    renderPage(pay());
    await pressTwice(button("Pay €25.00"));
    await expect.element(page.getByLabelText("Email")).toHaveFocus();
    await expect.element(page.getByLabelText("Email")).toHaveAttribute("aria-invalid", "true");
    expect(sent.map((fields) => fields.get("action"))).toEqual(["pay"]);
    await button("Pay €25.00").click();
    // Scripts enhance the new form as well.
    await expect.poll(() => sent.length).toBe(2);
  });

  test("keeps all values when the connection fails", async () => {
    vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    renderPage(pay());
    await page.getByLabelText("Email").fill("buyer@example.org");
    await button("Pay €25.00").click();
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent("Couldn't start the payment. Nothing was charged. Please try again.");
    await expect.element(page.getByLabelText("Email")).toHaveValue("buyer@example.org");
  });
});

describe("a discount code", () => {
  const consenting = {
    consent_text: en.digital.text,
    needs: { email: true, consent: true, address: false },
  };
  const cheaper = { ...PRICE, discount_cents: 250, discount_code: "SPRING", total_cents: 2250 };
  const box = () => page.getByRole("checkbox", { name: en.digital.text });
  const openCode = async () => {
    await page.getByText("Enter a discount code").click();
    await page.getByLabelText("Discount code").fill("SPRING");
  };

  test("is applied by its button or the Enter key, without paying", async () => {
    const sent = answerForms(pay({ entries: { ...NO_ENTRIES, code: "SPRING" } }, { price: cheaper }));
    renderPage(pay());
    await openCode();
    await button("Apply").click();
    await expect.element(button("Pay €22.50")).toBeVisible();
    await expectText("Discount (SPRING)");
    await expectText("−€2.50");
    await page.getByLabelText("Discount code").fill("SPRING2");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => sent.length).toBe(2);
    expect(sent.map((fields) => fields.get("action"))).toEqual(["update", "update"]);
  });

  test("keeps the consent in place and ticked during a request", async () => {
    let respond = () => {};
    const fresh = pay({ entries: { ...NO_ENTRIES, code: "SPRING" } }, { ...consenting, price: cheaper });
    vi.spyOn(window, "fetch").mockImplementation(async () => {
      await new Promise<void>((resolve) => {
        respond = resolve;
      });
      const site = { ...DEFAULT_SITE, publicUrl: "https://tessera.example" };
      return new Response(renderToStaticMarkup(<Page model={fresh} site={site} />));
    });
    renderPage(pay({}, consenting));
    await openCode();
    const topOf = () => Math.round(box().element().getBoundingClientRect().top);
    const before = topOf();
    await button("Apply").click();
    const pressed = box().element();
    pressed.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    respond();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(box().element(), "in its place while it is pressed").toBe(pressed);
    pressed.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    (pressed as HTMLInputElement).click();
    await expect.element(button("Pay €22.50")).toBeVisible();
    await expect.element(box()).toBeChecked();
    expect(topOf()).toBe(before);
  });

  test("moves nothing while it is typed but not applied", async () => {
    const sent = answerForms(pay({}, { ...consenting, price: cheaper }));
    renderPage(pay({}, consenting));
    await openCode();
    await box().click();
    await expect.element(box()).toBeChecked();
    expect(sent).toEqual([]);
  });
});

test("does not apply a code when Enter is pressed in the email field", async () => {
  const sent = answerForms(pay());
  renderPage(pay());
  await page.getByLabelText("Email").fill("buyer@example.org");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => sent.map((fields) => fields.getAll("action"))).toEqual([["pay"]]);
});

test("removes a field's error when it is corrected, and not before", async () => {
  const message = "Enter your email: the receipt and the download go there.";
  renderPage(pay({ problems: { email: message } }));
  const email = page.getByLabelText("Email");
  await email.fill("buyer");
  await expect.element(email).toHaveAccessibleDescription(new RegExp(message));
  await email.fill("buyer@example.org");
  await expect.element(email).not.toHaveAttribute("aria-invalid");
  await expect.element(page.getByText(message)).not.toBeInTheDocument();
});

describe("the right of withdrawal", () => {
  const trader = aSeller();

  test("is explained for goods and for files before the order from a business", async () => {
    const withNote = { ...trader, withdrawal_note: "Frames are made to measure.\n\nThey stay sold." };
    const { unmount } = renderPage(
      pay(
        {},
        {
          product: MUG,
          needs: { email: true, consent: false, address: true },
          countries: ["DE", "FR"],
          seller: { ...withNote, delivery_time: "3 to 5 days" },
          withdrawals: ["goods"],
        },
      ),
    );
    await expectText("Delivery time: 3 to 5 days");
    await page.getByText("How it works").click();
    await expectText(/You pay for the return/);
    await expectText("They stay sold.");
    await expectText("I hereby withdraw from my contract about (product):");
    await expectText(/by email to shop@anna\.example/);
    await expectAccessible();
    unmount();
    const file = renderPage(pay({}, { seller: trader, withdrawals: ["file"] }));
    await expectText(/14 days, until you download the file/);
    file.unmount();
    renderPage(pay({}, { seller: { ...trader, pays_return: true }, withdrawals: ["service"] }));
    await page.getByText("How it works").click();
    await expectText(/you pay for the part that was provided/);
    await expect.element(page.getByText(/for the return/)).not.toBeInTheDocument();
  });
});

test.for([
  ["a changed total", pay({ formerTotal: 2000 })],
  ["a payment that failed", pay({}, { status: "failed" })],
  ["a provider that is unavailable", pay({ problems: { form: "Payments are unavailable." } })],
] as const)("focuses and scrolls to %s", async ([, model]) => {
  await page.viewport(360, 500);
  answerForms(model);
  renderPage(pay());
  await page.getByLabelText("Email").fill("b@example.org");
  await button("Pay €25.00").click();
  await expect.element(page.getByRole("alert")).toHaveFocus();
  await expect.element(page.getByRole("alert")).toBeInViewport();
  await page.viewport(1280, 860);
});

test("focuses and scrolls to an order that was paid meanwhile", async () => {
  answerForms(pay({}, { status: "paid" }));
  renderPage(pay());
  await page.getByLabelText("Email").fill("b@example.org");
  await button("Pay €25.00").click();
  await expect.element(page.getByText("This order is already paid.", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("main")).toHaveFocus();
});

test("shows a lost connection on the screen, above a long form", async () => {
  await page.viewport(360, 500);
  vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  renderPage(pay());
  await page.getByLabelText("Email").fill("b@example.org");
  await button("Pay €25.00").click();
  await expect.element(page.getByRole("alert")).toBeInViewport();
  await page.viewport(1280, 860);
});

describe("the mock checkout", () => {
  const goods = aMockPage(
    {},
    {
      product: MUG,
      needs: { email: false, consent: false, address: true },
      countries: ["DE", "FR"],
      price: { ...PRICE, shipping_cents: 490, total_cents: 2990 },
    },
  );

  test("shows the page of a real sale, says that no money moves and requires no email", async () => {
    const sent = answerForms(goods);
    renderPage(goods);
    await expectText("This is a mock checkout. No money moves and no card is asked for.");
    await expect.element(page.getByLabelText("Street and number")).toBeVisible();
    await expectText("€4.90");
    await expectText("The seller's country is not known yet. Shipping is calculated as within it.");
    await expectText("Enter a discount code");
    await expect.element(page.getByLabelText("Email")).not.toBeRequired();
    await expect.element(page.getByText(/next page|Apple Pay/)).not.toBeInTheDocument();
    await expectAccessible();
    await button("Pay €29.90").click();
    await expect.poll(() => sent.map((fields) => fields.get("totalCents"))).toEqual(["2990"]);
  });

  test("posts its form to its own URL and says that no receipt is sent", async () => {
    renderPage(aMockPage({ sendsReceipts: false, isInAppBrowser: true }));
    await expect.element(page.getByLabelText("Email")).toHaveAccessibleDescription(/no receipt is emailed/);
    expect(document.querySelector("form")?.getAttribute("action")).toBe("/checkout/mock/token");
    await expect.element(page.getByText(/Apple Pay/)).not.toBeInTheDocument();
  });
});
