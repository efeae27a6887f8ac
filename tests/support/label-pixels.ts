import type { Locator } from 'playwright';
import { commonest, contrastWithin, crop, decodePng, type Box } from '#a11y/walks/png.ts';

/** Minimum contrast ratio by WCAG 1.4.3. */
const leastContrast = 4.5;

/** Contrast ratio below which two colors count as equal. */
const sameColor = 1.1;

export const labelled = ':is(button, a, span)[data-variant]';

/** Returns the box of the visible text, or of the icon if there is no text, in whole pixels from the element's corner. */
const labelBox = (element: Locator): Promise<Box | null> =>
  element.evaluate((node) => {
    const boxes: DOMRect[] = [];
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      // Skips visually hidden text, whose box has a width of one pixel.
      if ((text.parentElement?.clientWidth ?? 0) === 1 || text.textContent?.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      boxes.push(range.getBoundingClientRect());
    }
    const sign = node.querySelector('svg')?.getBoundingClientRect();
    if (boxes.length === 0 && sign) boxes.push(sign);
    if (boxes.length === 0) return null;
    const { left, top } = node.getBoundingClientRect();
    const x = Math.ceil(Math.min(...boxes.map((box) => box.left)) - Math.floor(left));
    const y = Math.ceil(Math.min(...boxes.map((box) => box.top)) - Math.floor(top));
    const right = Math.floor(Math.max(...boxes.map((box) => box.right)) - Math.floor(left));
    const bottom = Math.floor(Math.max(...boxes.map((box) => box.bottom)) - Math.floor(top));
    return { x, y, width: right - x, height: bottom - y };
  });

/** Returns the fault of a label in a screenshot, or null. A backplate is a fault, too: in forced colors, browsers draw it behind text. */
export async function labelFault(element: Locator): Promise<string | null> {
  const box = await labelBox(element);
  const name = (await element.textContent()) || (await element.getAttribute('aria-label'));
  if (box === null) return `${name} has no label`;
  const picture = decodePng(await element.screenshot());
  const label = crop(picture, box);
  const contrast = contrastWithin(label);
  if (contrast < leastContrast) return `${name} has a contrast of ${contrast.toFixed(2)}`;
  const beside = crop(picture, { ...box, x: Math.max(0, box.x - 3), width: 2 });
  const step = contrastWithin({ width: 2, height: 1, data: Uint8Array.from([...commonest(label), ...commonest(beside)]) });
  return step < sameColor ? null : `${name} stands on a patch, with a contrast of ${step.toFixed(2)} to its fill`;
}
