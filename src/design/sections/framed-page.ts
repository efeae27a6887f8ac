/** Minimum height of a frame with a dialog or panel, in CSS pixels. */
const dialogBlockSize = 640;

/** Returns the document of a frame if it is a framed page. Loads the URL again if the frame has left this origin. */
export function framedDocument(frame: HTMLIFrameElement, address: string): Document | null {
  const page = frame.contentDocument;
  if (page?.documentElement.dataset['frame'] !== undefined) return page;
  // A document of this origin without the attribute is kept: without the platform, the URL has no page.
  if (frame.contentWindow && page === null) frame.contentWindow.location.replace(address);
  return null;
}

/** Hides everything on the page except one section and its overlays. Returns false if the page lacks the section. */
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
