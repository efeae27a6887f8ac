import type { ElementHandle, Frame, Page } from 'playwright';
import { describeTarget, locate } from '#a11y/support/locate.ts';
import type { Target } from '#a11y/states/state.ts';

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

export const whereIsFocus = async (page: Page): Promise<string> => (await frameWithFocus(page)).evaluate(inWords);

/** Finds the element again, because the page may have replaced it. */
const elementOf = async (page: Page, target: Target): Promise<ElementHandle<Element> | null> => {
  const found = target.role === 'main' ? page.getByRole('main') : locate(page, target);
  return (await found.count()) === 0 ? null : found.elementHandle();
};

export async function isFocused(page: Page, target: Target): Promise<boolean> {
  const element = await elementOf(page, target).catch(() => null);
  return element !== null && element.evaluate((node) => node === node.ownerDocument.activeElement && node.ownerDocument.hasFocus());
}

const nextFrame = (page: Page): Promise<unknown> => page.evaluate(() => new Promise(requestAnimationFrame));

/** @throws {Error} with a description of the focused element if the target is not focused in time */
export async function waitForFocus(page: Page, target: Target, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isFocused(page, target))) {
    if (Date.now() > deadline) throw new Error(`the focus is at ${await whereIsFocus(page)} instead of ${describeTarget(target)}`);
    await nextFrame(page);
  }
}

/** Late effects move the focus about half a second after a step. */
const holdMs = 1000;

/** Resolves to true if the node keeps the focus for the given time, and to null if it is removed. Runs in the page. */
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

/** @throws {Error} if the focused element loses the focus within a second, or if the page replaces it and no element has the focus */
export async function expectFocusToStay(page: Page): Promise<void> {
  const at = await whereIsFocus(page);
  const frame = await frameWithFocus(page);
  const element = (await frame.evaluateHandle(() => document.activeElement)).asElement();
  const kept = await element?.evaluate(keepsFocus, holdMs);
  const now = await whereIsFocus(page);
  if (at === nowhere || now === nowhere) throw new Error(`the focus is lost to ${nowhere}`);
  if (kept === false || (kept === true && frame !== (await frameWithFocus(page)))) throw new Error(`the focus left ${at} for ${now}`);
}

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
    lastStop?: Element | null;
  }
}

/** `isSame` is true if the last key did not move the focus. */
async function stopAt(page: Page): Promise<readonly [at: string, isSame: boolean]> {
  const frame = await frameWithFocus(page);
  const isSame = await frame.evaluate(() => {
    const same = window.lastStop === document.activeElement;
    window.lastStop = document.activeElement;
    return same;
  });
  return [await frame.evaluate(inWords), isSame];
}

/** Maximum number of tab stops. Every page has fewer, so a walk that reaches the maximum is in a loop. */
const mostStops = 160;
/** If the focus stays on an element for this number of key presses, the focus is trapped. In a date field, each part is a tab stop. */
const mostStopsOfOne = 5;

/** @throws {Error} if the focus is trapped or lost, or never reaches the target */
export async function pressUntil(page: Page, target: Target, key: string, onStop: (at: string) => Promise<void>): Promise<void> {
  let element = await elementOf(page, target);
  let [stuck, lost] = [0, 0];
  await stopAt(page);
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press(key);
    const isThere = await element
      ?.evaluate((node) => (node.isConnected ? node === node.ownerDocument.activeElement && node.ownerDocument.hasFocus() : null))
      .catch(() => null);
    // If the page has rendered the target again since the last key, `element` is outdated.
    if (isThere === null || isThere === undefined) element = await elementOf(page, target);
    if (isThere ?? (await isFocused(page, target))) return;
    const [at, isSame] = await stopAt(page);
    stuck = isSame ? stuck + 1 : 0;
    if (stuck >= mostStopsOfOne) throw new Error(`trapped: ${key} does not lead on from ${at}`);
    if (at !== nowhere) await onStop(at);
    // After the last control, Tab moves the focus out of the page and then back. If the focus leaves the page a third time, the walk fails.
    else if ((lost += 1) > 2) throw new Error(`${key} leads to ${nowhere} again and again`);
  }
  throw new Error(`${mostStops} times ${key} never reached ${describeTarget(target)}; the focus is at ${await whereIsFocus(page)}`);
}
