import type { ElementHandle, Frame, Page } from 'playwright';
import { describeTarget, locate } from '#a11y/support/locate.ts';
import type { Target } from '#a11y/states/state.ts';

/** The document whose element has the focus: the page's own, or the one of a frame. */
export async function frameWithFocus(page: Page): Promise<Frame> {
  let frame = page.mainFrame();
  while (frame.childFrames().length > 0) {
    const inner = await frame.evaluateHandle(() => (document.activeElement instanceof HTMLIFrameElement ? document.activeElement : null));
    const content = await inner.asElement()?.contentFrame();
    if (!content) break;
    frame = content;
  }
  return frame;
}

export const nowhere = 'the body';

/** Runs in the page. */
function inWords(): string {
  const node = document.activeElement;
  if (!node || node === document.body) return 'the body';
  const label = node.getAttribute('aria-label') ?? (node instanceof HTMLInputElement ? (node.labels?.[0]?.textContent ?? '') : '');
  return `${node.getAttribute('role') ?? node.tagName.toLowerCase()} "${(label || (node.textContent ?? '')).trim().slice(0, 60)}"`;
}

/** In words, what has the focus. */
export const whereIsFocus = async (page: Page): Promise<string> => (await frameWithFocus(page)).evaluate(inWords);

/** The element of a target, for as long as it stays in its document. */
const elementOf = async (page: Page, target: Target): Promise<ElementHandle<Element> | null> => {
  const found = target.role === 'main' ? page.getByRole('main') : locate(page, target);
  return (await found.count()) === 0 ? null : found.elementHandle();
};

export async function isFocused(page: Page, target: Target): Promise<boolean> {
  const element = await elementOf(page, target).catch(() => null);
  return element !== null && element.evaluate((node) => node === node.ownerDocument.activeElement && node.ownerDocument.hasFocus());
}

const nextFrame = (page: Page): Promise<unknown> => page.evaluate(() => new Promise(requestAnimationFrame));

/** @throws Error that says where the focus is instead */
export async function waitForFocus(page: Page, target: Target, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isFocused(page, target))) {
    if (Date.now() > deadline) throw new Error(`the focus is at ${await whereIsFocus(page)} instead of ${describeTarget(target)}`);
    await nextFrame(page);
  }
}

/** So long the focus must stay where it came back to, in milliseconds. */
const holdMs = 500;

/** Runs in the page: whether a node keeps the focus for so long, asked in every frame. A node that has gone gives null. */
const keepsFocus = (node: Element, ms: number): Promise<boolean | null> =>
  new Promise((resolve) => {
    const begin = performance.now();
    const look = (): void => {
      if (!node.isConnected) resolve(null);
      else if (node !== node.ownerDocument.activeElement) resolve(false);
      else if (performance.now() - begin >= ms) resolve(true);
      else requestAnimationFrame(look);
    };
    look();
  });

/**
 * Waits for the focus and watches it for half a second: what returns must stay. An element drawn again must have it as well.
 * @throws Error that says where the focus is instead
 */
export async function waitForFocusThatStays(page: Page, target: Target, patienceMs: number): Promise<void> {
  await waitForFocus(page, target, patienceMs);
  const deadline = Date.now() + patienceMs;
  let kept: boolean | null = null;
  while (kept === null && Date.now() < deadline)
    kept = (await isFocused(page, target)) ? ((await (await elementOf(page, target))?.evaluate(keepsFocus, holdMs)) ?? null) : false;
  if (kept !== true || !(await isFocused(page, target)))
    throw new Error(`the focus came to ${describeTarget(target)} and left it for ${await whereIsFocus(page)}`);
}

/** Waits until the focus is somewhere inside a dialog that has opened. */
export async function waitForFocusWithin(page: Page, target: Target, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  const holds = async (): Promise<boolean> =>
    (await elementOf(page, target))?.evaluate((node) => node.contains(node.ownerDocument.activeElement)) ?? false;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`the focus is at ${await whereIsFocus(page)} and not in ${describeTarget(target)}`);
    await nextFrame(page);
  }
}

declare global {
  interface Window {
    /** What had the focus after the key before. */
    lastStop?: Element | null;
  }
}

/** Where the last key has led, in words, and whether the same element still has the focus. */
async function stopAt(page: Page): Promise<readonly [at: string, isSame: boolean]> {
  const frame = await frameWithFocus(page);
  const isSame = await frame.evaluate(() => {
    const same = window.lastStop === document.activeElement;
    window.lastStop = document.activeElement;
    return same;
  });
  return [await frame.evaluate(inWords), isSame];
}

/** More stops than any page has: a walk that goes on longer goes in circles. */
const mostStops = 160;
/** The parts of a date are several stops of one field. */
const mostStopsOfOne = 5;

/**
 * Presses a key until the focus is at the target.
 * @throws Error where the focus is trapped, is lost, or never comes there
 */
export async function pressUntil(page: Page, target: Target, key: string, onStop: (at: string) => Promise<void>): Promise<void> {
  let element = await elementOf(page, target);
  let [stuck, lost] = [0, 0];
  await stopAt(page);
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press(key);
    const isThere = await element
      ?.evaluate((node) => (node.isConnected ? node === node.ownerDocument.activeElement && node.ownerDocument.hasFocus() : null))
      .catch(() => null);
    // It was drawn again since the last key.
    if (isThere === null || isThere === undefined) element = await elementOf(page, target);
    if (isThere ?? (await isFocused(page, target))) return;
    const [at, isSame] = await stopAt(page);
    stuck = isSame ? stuck + 1 : 0;
    if (stuck >= mostStopsOfOne) throw new Error(`trapped: ${key} does not lead on from ${at}`);
    if (at !== nowhere) await onStop(at);
    // Beyond the last control comes the window, once in a round. More often the focus is lost.
    else if ((lost += 1) > 2) throw new Error(`${key} leads to ${nowhere} again and again`);
  }
  throw new Error(`${mostStops} times ${key} never reached ${describeTarget(target)}; the focus is at ${await whereIsFocus(page)}`);
}
