import type { Page } from 'playwright';
import { locate } from '#a11y/support/locate.ts';
import type { Target } from '#a11y/states/state.ts';
import { expectFocusToStay, frameWithFocus, isFocused, pressUntil, waitForFocus, waitForFocusWithin, whereIsFocus } from './focus.ts';
import { indicatorFault } from './indicator.ts';
import { hearOnce } from './listen.ts';
import { bringAbout } from './meanwhile.ts';
import { stepInWords, type Walk, type WalkStep } from './walk.ts';

export interface WalkOptions {
  /** True to check the focus indicator at every stop, not only at the target. */
  readonly looksAtStops?: boolean;
  /** Time limit of each wait, in milliseconds. */
  readonly patienceMs?: number;
  readonly onPress?: (page: Page) => Promise<void>;
}

const usualPatience = 20_000;
const isDialog = ({ role }: Target): boolean => role === 'dialog' || role === 'alertdialog';

async function expectIndicator(page: Page): Promise<void> {
  const fault = await indicatorFault(page);
  if (fault) throw new Error(`${await whereIsFocus(page)}: ${fault}`);
}

async function goTo(page: Page, { target, key }: Extract<WalkStep, { do: 'to' }>, looksAtStops: boolean): Promise<void> {
  await locate(page, target).waitFor();
  // If the target already has the focus, an arrow key would select another option.
  if (key.startsWith('Arrow') && (await isFocused(page, target))) return;
  await pressUntil(page, target, key, () => (looksAtStops ? expectIndicator(page) : Promise.resolve()));
  await expectIndicator(page);
}

async function press(page: Page, { key, focus }: Extract<WalkStep, { do: 'key' }>, patienceMs: number): Promise<void> {
  const frame = await frameWithFocus(page);
  const before = await frame.evaluateHandle(() => document.activeElement);
  await page.keyboard.press(key);
  if (focus) await waitForFocus(page, focus, patienceMs);
  else if (!(await frame.evaluate((node) => node === document.activeElement, before)))
    throw new Error(`${key} took the focus to ${await whereIsFocus(page)}`);
}

/**
 * Types a text. Checks the focus here, because `expectFocusToStay` runs too late.
 * @throws {Error} if the focus leaves the field while typing
 */
async function typeText(page: Page, text: string): Promise<void> {
  const at = await whereIsFocus(page);
  const frame = await frameWithFocus(page);
  const field = await frame.evaluateHandle(() => document.activeElement);
  await page.keyboard.type(text);
  const hasLeft = await frame.evaluate((node) => node?.isConnected === true && node !== document.activeElement, field);
  if (hasLeft) throw new Error(`the focus left ${at} for ${await whereIsFocus(page)}`);
}

async function waitUntilReady(page: Page, target: Target): Promise<void> {
  const element = await locate(page, target).elementHandle();
  await page.waitForFunction((node) => node?.getAttribute('aria-disabled') !== 'true', element);
}

async function take(page: Page, step: WalkStep, { looksAtStops = false, patienceMs = usualPatience }: WalkOptions): Promise<void> {
  switch (step.do) {
    case 'to':
      return goTo(page, step, looksAtStops);
    case 'leave':
      return page.keyboard.press(step.key);
    case 'type':
      return typeText(page, step.text);
    case 'see':
      await locate(page, step.target).waitFor();
      return isDialog(step.target) ? waitForFocusWithin(page, step.target, patienceMs) : undefined;
    case 'read table':
    case 'find heading':
      return locate(page, step.target).waitFor();
    case 'ready':
      return waitUntilReady(page, step.target);
    case 'return':
      return waitForFocus(page, step.target, patienceMs);
    case 'hear':
      return hearOnce(page, step.words);
    case 'meanwhile':
      return bringAbout(page, step.what);
    case 'download': {
      const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press(step.key)]);
      if (!step.file.test(file.suggestedFilename())) throw new Error(`the file is called ${file.suggestedFilename()}`);
      return;
    }
    case 'key':
      return press(page, step, patienceMs);
  }
}

/** Steps after which the focus must stay. After all other steps, the focus may still move. */
const settling = new Set<WalkStep['do']>(['to', 'key', 'type', 'return', 'download']);

/**
 * Returns true if the focus must stay after a step. A `hear` or `see` step before a `return` step returns false. Any other `hear` or `see`
 * step has the result of the previous step.
 */
function settles(steps: readonly WalkStep[], index: number): boolean {
  const step = steps[index];
  if (!step) return false;
  if (step.do !== 'hear' && step.do !== 'see') return settling.has(step.do);
  return steps[index + 1]?.do !== 'return' && settles(steps, index - 1);
}

const presses = new Set<WalkStep['do']>(['key', 'leave', 'type', 'download']);

/** Requires a prior call of `listen`. @throws {Error} with the walk, the step and the fault */
export async function takeWalk(page: Page, origin: string, walk: Walk, options: WalkOptions = {}): Promise<void> {
  page.setDefaultTimeout(options.patienceMs ?? usualPatience);
  await page.goto(origin + walk.address);
  for (const [index, step] of walk.steps.entries()) {
    const name = `Walk "${walk.name}", step ${index + 1} (${stepInWords(step)})`;
    if (presses.has(step.do)) await options.onPress?.(page);
    const taken = take(page, step, options).then(() => (settles(walk.steps, index) ? expectFocusToStay(page) : undefined));
    await taken.catch((error: unknown) => {
      throw new Error(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`, { cause: error });
    });
  }
}
