import type { BrowserContext, Page } from 'playwright';

/**
 * Replaces text as the translators of browsers do: each text node by a new one in two `font` elements, with other text, at once and
 * whenever the page adds or changes text. The zero-width space makes the text another one for scripts and the same for readers.
 * Runs in the page. Collects texts that have neighbours: React could not remove or update those.
 */
function translate(): void {
  const mark = '\u200b';
  const skipped = 'script, style, textarea, title, noscript, option, svg, [translate=no]';
  const isDone = (text: Text) => text.data.endsWith(mark) && text.parentElement?.localName === 'font';
  const wrap = (text: Text): void => {
    const parent = text.parentElement;
    if (!parent || text.data.trim() === '' || isDone(text) || parent.closest(skipped)) return;
    if (parent.childNodes.length > 1 && parent.localName !== 'font')
      (window as { crowdedTexts?: string[] }).crowdedTexts?.push(parent.outerHTML.slice(0, 300));
    const inner = document.createElement('font');
    inner.textContent = text.data + mark;
    const outer = document.createElement('font');
    outer.append(inner);
    text.replaceWith(outer);
  };
  const wrapAll = (node: Node): void => {
    if (node instanceof Text) return wrap(node);
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) wrap(text);
  };
  (window as { crowdedTexts?: string[] }).crowdedTexts = [];
  wrapAll(document);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) for (const node of type === 'characterData' ? [target] : addedNodes) wrapAll(node);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Translates every page of the context from its first text on, long before React hydrates it. */
export const translateEarly = (context: BrowserContext): Promise<unknown> => context.addInitScript(translate);

/** Translates pages as soon as their frame is hydrated, and with it the sections that are not yet. */
export const translateLate = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`
    let kept;
    Object.defineProperty(window, 'earlyInput', {
      get: () => kept,
      set: (given) => {
        const { alive } = given;
        given.alive = (boundary) => {
          alive(boundary);
          if (boundary === 'main') (${translate.toString()})();
        };
        kept = given;
      },
    });
  `);

/** Markup of elements whose text was not alone in its element when it was translated. */
export const crowdedTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as { crowdedTexts?: string[] }).crowdedTexts ?? []);
