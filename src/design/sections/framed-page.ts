/** Minimum height of a frame in CSS pixels if the frame shows a dialog or panel. */
const dialogBlockSize = 640;

/**
 * Returns the document of the frame if this document is a framed page; otherwise, returns null. If the frame shows another origin, loads
 * the URL again.
 */
export function framedDocument(frame: HTMLIFrameElement, address: string): Document | null {
  const page = frame.contentDocument;
  if (page?.documentElement.dataset['frame'] !== undefined) return page;
  // Reloads only a document of another origin. A document of this origin without `data-frame` would be the same after a reload.
  if (frame.contentWindow && page === null) frame.contentWindow.location.replace(address);
  return null;
}

/** Hides everything on the page except one section and its overlays. Returns false if the page does not contain the section. */
export function isolateSection(page: Document, anchor: string): boolean {
  const inner = page.defaultView;
  const section = `[data-boundary="${CSS.escape(anchor)}"]`;
  if (!inner || !page.querySelector(section)) return false;
  const sheet = new inner.CSSStyleSheet();
  sheet.replaceSync(`
    #root header, #root footer, #main *:not(${section}, ${section} *, :has(${section})) { display: none !important }
    body, [data-boundary="page"] { min-block-size: 0 !important }
    #main { padding-block: 0 !important }
  `);
  page.adoptedStyleSheets.push(sheet);
  return true;
}

export function fitFrame(frame: HTMLIFrameElement, page: Document): void {
  const main = page.getElementById('main');
  if (!main) return;
  const fit = () => {
    const isOverlaid = page.querySelector('[role=dialog], [role=alertdialog]') !== null;
    frame.style.blockSize = `${Math.max(main.offsetHeight, isOverlaid ? dialogBlockSize : 0)}px`;
  };
  new ResizeObserver(fit).observe(main);
  new MutationObserver(fit).observe(page.body, { childList: true });
  fit();
}
