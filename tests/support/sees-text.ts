import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { fillText } from '#lib/texts/fill.ts';
import { textOf, type TextKey } from '#tests/texts/catalogue.ts';

/** Waits until a catalog text is visible. Each call counts as proof of the text, so the test must make the text appear for real. */
export async function seesText(where: Page | Locator, key: TextKey, values: Readonly<Record<string, string | number>> = {}): Promise<void> {
  const text = fillText(textOf(key), values as never);
  await where.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor({ state: 'visible' });
}

/** Waits for a catalog text in the console log. Like `seesText`, each call counts as proof of the text. */
export async function logsText(logged: readonly string[], key: TextKey): Promise<void> {
  await expect.poll(() => logged).toContain(textOf(key));
}
