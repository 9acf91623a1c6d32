import { useMutation } from "@tanstack/react-query";
import { linkPreviewRoutes } from "../../../contract/api/link-previews.ts";
import { trimBlank } from "../../../contract/rules/meanings.ts";
import { isHttpUrl } from "../../../contract/rules/url-fields.ts";
import { request } from "../../lib/api.ts";
import type { TileFormState } from "./tile-draft.ts";

/** Fills a tile's empty fields from the page of a pasted URL. After a failure they stay empty. */
export function useLinkPreview(form: TileFormState) {
  const preview = useMutation({
    mutationFn: (url: string) => request(linkPreviewRoutes.create, { body: { url } }),
    onSuccess: ({ preview: { title, description, image_url: imageUrl } }, url) => {
      // Ignore the page of a URL that the creator has replaced meanwhile.
      if (trimBlank(form.getValues("url") ?? "") !== url) return;
      for (const [field, text] of Object.entries({ title, description, imageUrl })) {
        const name = field as "title" | "description" | "imageUrl";
        if (text && !form.getValues(name)) form.setValue(name, text, { shouldDirty: true });
      }
      form.clearErrors("title");
    },
  });
  return {
    isReading: preview.isPending,
    /** Reads the page of the form's URL. */
    readInto: preview.mutate,
    /** Called with the text pasted into the URL field. */
    onPaste: (text: string) => {
      const url = trimBlank(text);
      const isEmpty = form.getValues(["url", "title", "description", "imageUrl"]).every((value) => !value);
      if (isEmpty && isHttpUrl(url)) preview.mutate(url);
    },
  };
}
