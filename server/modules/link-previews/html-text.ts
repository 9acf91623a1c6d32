const SNIFFED_BYTES = 1024;

/**
 * Decodes HTML in the charset of its headers, else of a `<meta charset>` in its first bytes, else as UTF-8.
 * Malformed bytes become replacement characters.
 */
export async function* decodeHtml(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncIterable<string> {
  let decoder = decoderOf(/;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]);
  let start = Buffer.alloc(0);
  for await (const chunk of body) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < SNIFFED_BYTES) continue;
    decoder = sniff(start);
    yield decoder.decode(start, { stream: true });
  }
  yield decoder ? decoder.decode() : sniff(start).decode(start);
}

function sniff(start: Buffer): TextDecoder {
  const html = start.toString("latin1", 0, SNIFFED_BYTES);
  const label = /<meta[^>]{0,200}\bcharset\s*=\s*["']?([^\s"'/>;]+)/i.exec(html)?.[1];
  // The tag was readable as ASCII, so a label of UTF-16 must be wrong.
  return (/^utf-?16/i.test(label ?? "") ? undefined : decoderOf(label)) ?? new TextDecoder();
}

/** Returns undefined without a label, and UTF-8 for an unknown one. */
function decoderOf(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
