import type { ReactNode } from "react";
import type { ModelOf, PageModel, PageName, PageSite } from "../../contract/pages/pages.ts";
import { SiteContext } from "../lib/site-context.ts";
import { CheckoutReturn } from "./checkout/checkout-return.tsx";
import { GiftPage } from "./checkout/gift-page.tsx";
import { OrderEmailPage } from "./checkout/order-email-page.tsx";
import { OrderNotFound, OrderPage } from "./checkout/order-page.tsx";
import { CheckoutNotFound, PayPage, ToProvider } from "./checkout/pay-page.tsx";
import { CreatorPage } from "./creator/creator-page.tsx";
import { CreatorNotFound, CreatorSuspended, CreatorUnavailable } from "./creator/creator-problem.tsx";
import { LandingPage } from "./landing/landing-page.tsx";
import { ThemeSample } from "./landing/theme-sample.tsx";
import { languagesOf, PageLanguage } from "./layout/page-language.ts";
import { DocumentPage } from "./legal/document-page.tsx";
import { FindOrderPage } from "./legal/find-order-page.tsx";
import { LegalNotFound, LegalPage } from "./legal/legal-page.tsx";
import { WithdrawPage } from "./legal/withdraw-page.tsx";
import { LetterNotFound, LetterPage, LettersPage } from "./letters/letter-screens.tsx";
import { LibraryEntry, LibraryRequest } from "./library/library-entry.tsx";
import { LibraryPage } from "./library/library-page.tsx";
import { ProductNotFound, ProductPage } from "./product/product-page.tsx";
import { ReportPage } from "./report/report-page.tsx";
import { SandboxCheckout } from "./sandbox/sandbox-checkout.tsx";
import { SandboxNotFound } from "./sandbox/sandbox-not-found.tsx";
import { SandboxOnboarding } from "./sandbox/sandbox-onboarding.tsx";
import { SandboxPayment } from "./sandbox/sandbox-payment.tsx";
import { SandboxPortal } from "./sandbox/sandbox-portal.tsx";
import { SignupConfirmation, SignupNotFound, SignupPage } from "./signup/signup-screens.tsx";
import { UnsubscribePage } from "./unsubscribe/unsubscribe-page.tsx";

type PageComponent<P extends PageName> = (props: { model: ModelOf<P>; site: PageSite }) => ReactNode;

/** Every server-rendered page. Its components run only on the server; `enhancements` add scripts. */
const PAGES: { [P in PageName]: PageComponent<P> } = {
  landing: LandingPage,
  "theme-sample": ThemeSample,
  "site-document": DocumentPage,
  creator: CreatorPage,
  product: ProductPage,
  "product-missing": ProductNotFound,
  "creator-missing": CreatorNotFound,
  "creator-unavailable": CreatorUnavailable,
  "creator-suspended": CreatorSuspended,
  report: ReportPage,
  pay: PayPage,
  "to-provider": ToProvider,
  "checkout-missing": CheckoutNotFound,
  "checkout-return": CheckoutReturn,
  order: OrderPage,
  "order-missing": OrderNotFound,
  "order-email": OrderEmailPage,
  gift: GiftPage,
  legal: LegalPage,
  "legal-missing": LegalNotFound,
  withdraw: WithdrawPage,
  "find-order": FindOrderPage,
  "sandbox-checkout": SandboxCheckout,
  "sandbox-portal": SandboxPortal,
  "sandbox-payment": SandboxPayment,
  "sandbox-onboarding": SandboxOnboarding,
  "sandbox-missing": SandboxNotFound,
  signup: SignupPage,
  "signup-confirmation": SignupConfirmation,
  "signup-missing": SignupNotFound,
  "library-request": LibraryRequest,
  "library-entry": LibraryEntry,
  library: LibraryPage,
  letters: LettersPage,
  letter: LetterPage,
  "letter-missing": LetterNotFound,
  unsubscribe: UnsubscribePage,
};

/** Renders the page of a model. */
export function Page({ model, site }: { model: PageModel; site: PageSite }) {
  // The type of the table guarantees that the component takes this model.
  const Component = PAGES[model.page] as PageComponent<PageName>;
  return (
    <SiteContext value={site}>
      <PageLanguage value={languagesOf(model)}>
        <Component model={model} site={site} />
      </PageLanguage>
    </SiteContext>
  );
}
