/** Room for a dialog or panel inside a frame, in CSS pixels. */
const dialogBlockSize = 640;

/** Document of a frame if it shows the given URL. A frame that left it, for example after a reload, is sent back. */
export function framedDocument(frame: HTMLIFrameElement, address: string): Document | null {
  const page = frame.contentDocument;
  if (page?.documentElement.dataset['frame'] !== undefined) return page;
  // Without the platform the URL has no page; the frame is left as it is.
  if (frame.contentWindow && page === null) frame.contentWindow.location.replace(address);
  return null;
}

/** Hides the page except one section and its overlays. False if the page has no such section. */
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

/** Sizes a frame to its content. */
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
