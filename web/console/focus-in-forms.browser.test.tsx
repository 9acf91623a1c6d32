import { beforeEach, test } from "vitest";
import { page } from "vitest/browser";
import { expectFocusNeverCovered } from "../testing/focus-visible.ts";
import { FORMS, openForm } from "../testing/forms.ts";

beforeEach(() => page.viewport(1280, 860));

// Settings sections and tiles have their own tests of the focus.
test.for(Object.entries(FORMS))("never covers the focused element: %s", async ([_name, form]) => {
  await openForm(form);
  await expectFocusNeverCovered(form.area && { area: form.area });
});
