import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { fillText } from '#lib/texts/fill.ts';
import { textOf, type TextKey } from '#lib/texts/catalogue.ts';

/**
 * Waits until a catalogue text is visible on the page, or in a part of it. The table of texts counts each use as the
 * proof of that text, so use it where the text appears by a real cause.
 */
export async function seesText(where: Page | Locator, key: TextKey, values: Readonly<Record<string, string | number>> = {}): Promise<void> {
  const text = fillText(textOf(key), values as never);
  await where.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor({ state: 'visible' });
}

/** Waits until a catalogue text that the specification wants in the log stands in the console; a proof like `seesText`. */
export async function logsText(logged: readonly string[], key: TextKey): Promise<void> {
  await expect.poll(() => logged).toContain(textOf(key));
}
