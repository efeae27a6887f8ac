import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { frameWithFocus } from '#a11y/walks/focus.ts';

/** Describes place, role, name, state and description of the focused element. Every walk calls this function before each key. */
export async function factOfFocus(page: Page): Promise<string> {
  const frame = await frameWithFocus(page);
  return frame.evaluate(() => {
    const node = document.activeElement;
    if (!node || node === document.body) return `document ${document.title}`;
    const textOf = (ids: string | null): string =>
      (ids ?? '')
        .split(/\s+/)
        .map((id) => (id === '' ? '' : (document.getElementById(id)?.textContent ?? '')))
        .join(' ')
        .trim();
    const nameOf = (element: Element): string =>
      textOf(element.getAttribute('aria-labelledby')) ||
      (element.getAttribute('aria-label') ??
        (element instanceof HTMLFieldSetElement ? (element.querySelector('legend')?.textContent ?? '') : ''));
    const around: string[] = [];
    for (let above = node.parentElement; above; above = above.parentElement) {
      if (above.matches('section, fieldset, table, nav, form, [role]') && nameOf(above) !== '')
        around.unshift(`${above.getAttribute('role') ?? above.tagName.toLowerCase()} ${nameOf(above)}`);
    }
    const isField = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement;
    const spokenName =
      nameOf(node) || (isField ? [...(node.labels ?? [])].map((label) => label.textContent).join(' ') : (node.textContent ?? ''));
    const role = node.getAttribute('role') ?? `${node.tagName.toLowerCase()} ${node.getAttribute('type') ?? ''}`.trim();
    const states = ['aria-expanded', 'aria-disabled', 'aria-pressed', 'aria-invalid', 'aria-haspopup', 'aria-required']
      .map((name) => (node.hasAttribute(name) ? `${name} ${node.getAttribute(name) ?? ''}` : ''))
      .filter(Boolean);
    return [...around, `${role} ${spokenName}`, ...states, textOf(node.getAttribute('aria-describedby'))]
      .join('; ')
      .replace(/\s+/g, ' ')
      .trim();
  });
}

const months = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g;

/** Replaces words that change with the date or the seed. */
const settled = (words: string): string =>
  words
    .replace(months, '#')
    .replace(/[\d.,]+/g, '#')
    .replace(/\b[A-Z\d]*#[A-Z\d#-]*/g, '#');

export const fingerprint = (facts: readonly string[]): string =>
  createHash('sha256').update(facts.map(settled).join('\n')).digest('hex').slice(0, 12);
