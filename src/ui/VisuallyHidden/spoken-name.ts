import type { ReactNode } from 'react';

/** Returns a name that starts with the visible text, for voice control. Hidden text would be read as "Pay now , invoice INV-0001". */
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
