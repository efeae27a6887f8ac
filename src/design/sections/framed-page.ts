/** Room for a dialog or a panel that opens inside a frame that is cut down to its section, in CSS pixels. */
const dialogBlockSize = 640;

/**
 * The document of a frame, if it is the page that it was made for. One that left its member, for example because the
 * development server asked for a reload, is sent back.
 */
export function framedDocument(frame: HTMLIFrameElement, address: string): Document | null {
  const page = frame.contentDocument;
  if (page?.documentElement.dataset['frame'] !== undefined) return page;
  // Without the platform behind the gallery the address answers with no page at all; that is left as it is.
  if (frame.contentWindow && page === null) frame.contentWindow.location.replace(address);
  return null;
}

/** Shows nothing of the page but one section, and what opens above it. False when the page has no such section. */
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

/** Keeps a frame as high as what it shows. */
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
