import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { firstLook, onceLooks, switchLook } from '#a11y/support/looks.ts';
import { useReadingJourney } from '#tests/support/journey.ts';

const journey = useReadingJourney();

it('closes an open list with the key that leaves it, so that the focus never lands on what was hidden beside it', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  await page.getByRole('button', { name: 'Edit billing address' }).click();
  const country = page.getByRole('combobox', { name: 'Country' });
  for (const [key, next] of [
    ['Tab', 'Tax ID type (optional)'],
    ['Shift+Tab', 'Address line 2 (optional)'],
  ] as const) {
    await country.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    const wasHidden = page.evaluate(
      () =>
        new Promise<boolean>((resolve) =>
          document.addEventListener('focusin', ({ target }) => resolve((target as Element).closest('[aria-hidden=true]') !== null), {
            once: true,
          }),
        ),
    );
    expect([next, await page.locator('#invoices').evaluate((node) => node.closest('[aria-hidden=true]') !== null)]).toEqual([next, true]);
    await page.keyboard.press(key);
    expect([next, await wasHidden]).toEqual([next, false]);
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  }
});

function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

const faultsInSight = (list: Locator): Promise<string[]> =>
  list.evaluate((box) => {
    const frame = box.getBoundingClientRect();
    const optionAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest('[role=option]') ?? null;
    const faults: string[] = [];
    if (frame.left < 0 || frame.right > innerWidth || frame.top < 0 || frame.bottom > innerHeight)
      faults.push('the list leaves the window');
    for (const option of box.querySelectorAll('[role=option]')) {
      const { left, top, bottom, width } = option.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      const isSeen = middle > frame.top && middle < frame.bottom;
      if (isSeen && optionAt(left + width / 2, middle) !== option) faults.push(`${option.textContent} is covered`);
      if (option.scrollHeight > option.clientHeight + 1 || option.scrollWidth > option.clientWidth)
        faults.push(`${option.textContent} is cut off`);
    }
    for (let y = frame.top + 2; y < frame.bottom - 1; y += 4)
      if (optionAt(frame.left + 8, y) === null) faults.push(`nothing at ${y - frame.top}`);
    return faults;
  });

const spacedText = onceLooks.find(({ name }) => name === 'text spacing, 320 px') ?? firstLook;
const largeText = onceLooks.find(({ name }) => name === '200 % text') ?? firstLook;

it.each([
  ['in the narrowest window', { ...firstLook, width: 320 }],
  ['with text set wide', spacedText],
  ['with text of twice the size', largeText],
  ['with both, narrow and twice the size', { ...largeText, width: 320 }],
  ['where there is room neither above nor below', { ...firstLook, width: 320, height: 256 }],
])('gives every option of a list its own place, %s', async (_, look) => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  await page.getByRole('button', { name: 'Edit billing address' }).click();
  await switchLook(page, look);
  const country = page.getByRole('combobox', { name: 'Country' });
  const list = page.getByRole('listbox');
  await country.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { selected: true }).waitFor();

  const seen = new Set<string>();
  await list.evaluate((box) => (box.scrollTop = 0));
  for (let isMore = true; isMore;) {
    await expect.poll(() => faultsInSight(list)).toEqual([]);
    for (const name of await list.getByRole('option').allInnerTexts()) seen.add(name);
    isMore = await list.evaluate((box) => {
      const before = box.scrollTop;
      box.scrollTop += box.clientHeight - 30;
      return box.scrollTop > before;
    });
  }
  expect(seen.size).toBeGreaterThan(240);

  await country.fill('virgin');
  await page.getByRole('option', { name: 'British Virgin Islands' }).click();
  expect(await country.inputValue()).toBe('British Virgin Islands');

  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { selected: true }).waitFor();
  for (const key of ['PageUp', 'PageUp', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  const focused = page.locator(`[id="${await country.getAttribute('aria-activedescendant')}"]`);
  const [name = ''] = (await focused.innerText()).split('\n');
  await expect.poll(() => focused.evaluate(isOnTop)).toBe(true);
  await expect.poll(() => faultsInSight(list)).toEqual([]);
  await page.keyboard.press('Enter');
  expect([name, await country.inputValue()]).toEqual([expect.stringMatching(/^[A-Z]/), name]);
});

it('opens a list on the side of its field that has more room, in a window of 320 by 256', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  await page.getByRole('button', { name: 'Edit billing address' }).click();
  await switchLook(page, { ...firstLook, width: 320, height: 256 });
  const country = page.getByRole('combobox', { name: 'Country' });
  for (const [top, isBelow] of [
    [0, true],
    [90, true],
    [125, false],
    [205, false],
  ] as const) {
    await country.evaluate((field, to) => {
      field.focus({ preventScroll: true });
      scrollBy({ top: field.getBoundingClientRect().top - to, behavior: 'instant' });
    }, top);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { selected: true }).waitFor();
    await expect.poll(() => faultsInSight(page.getByRole('listbox'))).toEqual([]);
    const [field, list] = await Promise.all([country.boundingBox(), page.getByRole('listbox').boundingBox()]);
    expect([top, (list?.y ?? 0) > (field?.y ?? 0)]).toEqual([top, isBelow]);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
  }
});
