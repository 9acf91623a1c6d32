import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { t } from "../../../contract/texts.ts";

const SIZES = {
  phone: { width: 390, height: 780, minScale: 0.5 },
  wide: { width: 1280, height: 900, minScale: 0.2 },
} as const;
export type PreviewDevice = keyof typeof SIZES;

export type FrameTiles = {
  /** The tile that is marked and scrolled to, or null. */
  marked: number | null;
  /** Called with the clicked tile. */
  onChoose: (id: number) => void;
  /** The scroll position in pixels, for a frame that is closed and reopened. */
  place: RefObject<number>;
};
type PreviewFrameProps = { html: string; device: PreviewDevice; tiles?: FrameTiles | undefined };

/**
 * The page in a frame of its real width, scaled to fit. The document is replaced rather than loaded, so that nothing
 * flashes and the scroll position stays. The sandbox runs no scripts, and no link leads anywhere.
 */
export function PreviewFrame({ html, device, tiles }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { place, width: availableWidth, height: availableHeight } = usePlace();
  const [isReady, setIsReady] = useState(false);
  const { width, minScale, ...size } = SIZES[device];
  // With little height the frame shows less of the page, rather than shrinking it.
  const scale = Math.min(1, availableWidth / width, Math.max(minScale, availableHeight / size.height));
  const height = Math.min(size.height, availableHeight / scale);
  useEffect(() => {
    const target = frame.current?.contentDocument?.documentElement;
    if (!target || !isReady) return;
    const { documentElement } = new DOMParser().parseFromString(html, "text/html");
    // The frame runs no scripts, so `noscript` would hide content that visitors see.
    for (const element of documentElement.querySelectorAll("noscript")) element.remove();
    // A page that is being replaced is empty for a moment, and would lose its scroll position.
    const view = target.ownerDocument.defaultView;
    const top = view?.scrollY ?? 0;
    putAttributes(target, documentElement);
    for (const part of ["head", "body"]) {
      const [own, next] = [target, documentElement].map((root) => root.querySelector(part));
      if (own && next) putChanges(own, next);
    }
    view?.scrollTo({ top });
  }, [html, isReady]);
  const choose = useEffectEvent((event: MouseEvent) => {
    event.preventDefault();
    const id = tileOf(event.target)?.dataset.tile;
    if (id !== undefined) tiles?.onChoose(Number(id));
  });
  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!page || !isReady) return;
    page.addEventListener("click", choose);
    return () => page.removeEventListener("click", choose);
  }, [isReady]);
  const ownPlace = useRef(0);
  useScrollPlace(frame, tiles?.place ?? ownPlace, isReady);
  const marked = tiles?.marked ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks each new document
  useEffect(() => {
    const page = frame.current?.contentDocument;
    const tile = marked === null ? null : page?.querySelector<HTMLElement>(`[data-tile="${marked}"]`);
    if (!page || !tile) return;
    // The text colour stands out from the page in every theme and both schemes.
    tile.style.outline = "3px solid currentColor";
    tile.style.outlineOffset = "3px";
    // `scrollIntoView` would also scroll the console.
    const { top, bottom } = tile.getBoundingClientRect();
    const view = page.documentElement.clientHeight;
    if (top < 0 || bottom > view) page.defaultView?.scrollBy({ top: top - (view - (bottom - top)) / 2 });
    return () => {
      tile.style.outline = "";
    };
  }, [marked, html, isReady, device]);
  return (
    // The frame is scaled towards its left edge; the page in it has a direction of its own.
    <div ref={place} dir="ltr" className="grid h-full place-items-start justify-center overflow-hidden">
      <div
        className="overflow-hidden rounded-card border border-line has-focus:outline-2 has-focus:outline-offset-2 has-focus:outline-primary"
        style={{ width: width * scale, height: height * scale }}
      >
        <iframe
          ref={frame}
          title={t("Preview of your page")}
          sandbox="allow-same-origin"
          srcDoc="<!doctype html>"
          onLoad={() => setIsReady(true)}
          className="origin-top-left border-0"
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}

/** Makes an element equal to another one, and changes only the differences, so that in a long page mostly one tile needs a new layout. */
function putChanges(target: Element, next: Element): void {
  if (target.isEqualNode(next)) return;
  const isSameKind = target.tagName === next.tagName && target.childNodes.length === next.childNodes.length;
  const isMixed = (element: Element) => element.children.length !== element.childNodes.length;
  if (!isSameKind || isMixed(target) || isMixed(next)) {
    target.replaceWith(next);
    return;
  }
  putAttributes(target, next);
  for (const [place, child] of [...next.children].entries()) {
    const own = target.children[place];
    if (own) putChanges(own, child);
  }
}

function putAttributes(target: Element, next: Element): void {
  for (const { name } of [...target.attributes]) if (!next.hasAttribute(name)) target.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}

/** Restores the scroll position of the former frame, and remembers the current one. */
function useScrollPlace(
  frame: RefObject<HTMLIFrameElement | null>,
  place: RefObject<number>,
  isReady: boolean,
) {
  useEffect(() => {
    const page = frame.current?.contentWindow;
    if (!page || !isReady) return;
    page.scrollTo({ top: place.current });
    const remember = () => {
      // A closing dialog shrinks the frame first, which would change the position.
      if (frame.current && frame.current.clientHeight > 0) place.current = page.scrollY;
    };
    page.addEventListener("scroll", remember);
    return () => page.removeEventListener("scroll", remember);
  }, [frame, place, isReady]);
}

/** Measures the space for the frame. */
function usePlace() {
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 390, height: 780 });
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: current.clientWidth, height: current.clientHeight }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { place, ...size };
}

/** The tile of an event. The frame has its own classes, so that `instanceof` would find nothing. */
function tileOf(target: EventTarget | null): HTMLElement | null {
  return target && "closest" in target ? (target as HTMLElement).closest<HTMLElement>("[data-tile]") : null;
}
