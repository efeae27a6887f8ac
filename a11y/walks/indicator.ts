import type { Frame, Page } from 'playwright';
import { frameWithFocus } from './focus.ts';
import { changedPixels, decodePng } from './png.ts';

const margin = 8;

/** Minimum number of changed pixels for a 2 px ring around a radio button or checkbox of 20 px. */
const leastRingOfMark = 150;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** True for a radio button or checkbox: its focus ring may surround only the circle or box instead of the whole option. */
  readonly hasMark: boolean;
}

async function focusedBox(frame: Frame): Promise<Box | null> {
  const drawn = await frame.evaluateHandle(() => {
    const node = document.activeElement;
    if (!node || node === document.body) return null;
    return node.matches('input[type=radio], input[type=checkbox]') ? (node.closest('label') ?? node) : node;
  });
  const element = drawn.asElement();
  const box = await element?.boundingBox();
  if (!element || !box) return null;
  return { ...box, hasMark: await element.evaluate((node) => node !== document.activeElement) };
}

/** Shows or hides focus rings by a style sheet, because moving the focus would change the page. */
const setRings = (frame: Frame, areShown: boolean): Promise<void> =>
  frame.evaluate((shown) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { outline: none !important; caret-color: transparent !important; }');
    document.adoptedStyleSheets = shown ? [] : [sheet];
  }, areShown);

/** Compares screenshots with and without the ring. The ring must be complete, visible and 2 px thick, with a contrast of 3:1. */
export async function indicatorFault(page: Page): Promise<string | null> {
  const frame = await frameWithFocus(page);
  const box = await focusedBox(frame);
  if (!box) return 'nothing has the focus';
  const view = page.viewportSize() ?? { width: 0, height: 0 };
  const x = Math.max(0, box.x - margin);
  const y = Math.max(0, box.y - margin);
  const clip = {
    x,
    y,
    width: Math.min(view.width, box.x + box.width + margin) - x,
    height: Math.min(view.height, box.y + box.height + margin) - y,
  };
  if (clip.width <= 0 || clip.height <= 0) return 'the focus is outside the window';
  const after = decodePng(await page.screenshot({ clip }));
  await setRings(frame, false);
  const before = decodePng(await page.screenshot({ clip }));
  await setRings(frame, true);
  const changed = changedPixels(before, after, 3);
  // If a control is larger than the window, the screenshot shows only a part of its ring.
  const shown = { width: Math.min(box.width, view.width), height: Math.min(box.height, view.height) };
  const needed = box.hasMark ? leastRingOfMark : 2 * (shown.width + shown.height) * 0.9;
  return changed >= needed ? null : `the ring has ${changed} pixels of the ${Math.round(needed)} that it needs`;
}
