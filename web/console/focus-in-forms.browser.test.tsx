import { beforeEach, test } from "vitest";
import { page } from "vitest/browser";
import { expectFocusNeverCovered } from "../testing/focus-visible.ts";
import { FORMS, openForm } from "../testing/forms.ts";

beforeEach(() => page.viewport(1280, 860));

// Forms with a section of their own in the settings, and those of tiles, are walked where they are tested.
test.for(Object.entries(FORMS))("the focus is never covered: %s", async ([_name, form]) => {
  await openForm(form);
  await expectFocusNeverCovered(form.area && { area: form.area });
});
