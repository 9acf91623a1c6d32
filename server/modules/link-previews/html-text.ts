const SNIFFED_BYTES = 1024;

/** Decodes HTML as its headers, or a `<meta charset>` in its first bytes, say; otherwise as UTF-8. Malformed bytes become replacement characters. */
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
  // A tag that can be read as ASCII is not UTF-16, whatever it says.
  return (/^utf-?16/i.test(label ?? "") ? undefined : decoderOf(label)) ?? new TextDecoder();
}

/** Returns undefined for no label, and UTF-8 for an unknown one. */
function decoderOf(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
