import { toast } from "sonner";
import { t } from "../../contract/texts.ts";
import { copyText } from "../lib/copy-text.ts";

/** Copies a link and confirms it. If the browser refuses, the message contains the link. */
export async function copyLink(url: string, done: string): Promise<void> {
  if (await copyText(url)) toast.success(done);
  else toast.error(t("Couldn't copy. The link is {url}", { url }));
}
