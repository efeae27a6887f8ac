import { expect } from 'vitest';
import { textOf, type TextKey } from '#lib/texts/catalogue.ts';

/**
 * Waits until a catalogue text stands in a log, as the specification wants it for a few texts. Like `seesText`, each use
 * counts as the proof of that text.
 * @param logged what was written so far; it may still grow
 */
export async function logsText(logged: readonly string[], key: TextKey): Promise<void> {
  await expect.poll(() => logged).toContain(textOf(key));
}
