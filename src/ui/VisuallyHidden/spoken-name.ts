import type { ReactNode } from 'react';

/**
 * The accessible name of a control whose visible words are followed by words for the name only: what is seen comes first,
 * so it can be called by voice. Undefined when nothing follows, or when the visible part is more than words.
 *
 * An attribute and not hidden text, because browsers put spaces around hidden text: "Pay now , invoice INV-0001".
 */
export function spokenName(children: ReactNode, suffix: string): string | undefined {
  if (suffix === '') return undefined;
  const words = wordsOf(children);
  return words === undefined ? undefined : words + suffix;
}

function wordsOf(children: ReactNode): string | undefined {
  if (typeof children === 'string' || typeof children === 'number') return String(children);
  if (!Array.isArray(children)) return undefined;
  const parts = children.map((child: ReactNode) => wordsOf(child));
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}
