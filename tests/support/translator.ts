import type { BrowserContext, Page } from 'playwright';

/** Zero-width space. It changes a text for scripts, but not for readers and not for Playwright. */
const mark = '\u200b';

/** Runs in the page. Replaces text nodes, as browser translators do, and records the markup of texts that React can't update any more. */
function translate(suffix: string): void {
  const skipped = 'script, style, textarea, title, noscript, option, svg, [translate=no]';
  const made = new WeakSet<Node>();
  const lost: string[] = [];
  (window as { lostTexts?: string[] }).lostTexts = lost;
  const wrap = (text: Text): void => {
    const parent = text.parentElement;
    if (!parent || text.data.trim() === '' || made.has(text) || parent.closest(skipped)) return;
    if (Object.keys(text).some((key) => key.startsWith('__reactFiber'))) lost.push(parent.outerHTML.slice(0, 300));
    const inner = document.createElement('font');
    const outer = document.createElement('font');
    const translated = document.createTextNode(text.data + suffix);
    made.add(translated);
    inner.append(translated);
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
  wrapAll(document);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) for (const node of type === 'characterData' ? [target] : addedNodes) wrapAll(node);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

export type Translator = (context: BrowserContext, suffix?: string) => Promise<unknown>;

/** Translates every page as soon as it contains text, before React hydrates the page. */
export const translateEarly: Translator = (context, suffix = mark) => context.addInitScript(translate, suffix);

/** Translates every page after its frame is hydrated and before its lazy sections are hydrated. */
export const translateLate: Translator = (context, suffix = mark) =>
  context.addInitScript(`
    let kept;
    Object.defineProperty(window, 'earlyInput', {
      get: () => kept,
      set: (given) => {
        const { alive } = given;
        given.alive = (boundary) => {
          alive(boundary);
          if (boundary === 'main') (${translate.toString()})(${JSON.stringify(suffix)});
        };
        kept = given;
      },
    });
  `);

/** Translates an open page and everything that it shows later, as if a member switched on the browser's translator. */
export const translateNow = (page: Page, suffix = mark): Promise<void> => page.evaluate(translate, suffix);

export const lostTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as { lostTexts?: string[] }).lostTexts ?? []);
