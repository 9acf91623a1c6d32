import { toast } from "sonner";
import { copyText } from "../lib/copy-text.ts";

/** Copies a link and says so; when the browser does not allow it, the message has the link itself. */
export async function copyLink(url: string, done: string): Promise<void> {
  if (await copyText(url)) toast.success(done);
  else toast.error(`Couldn't copy. The link is ${url}`);
}
