import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// The setup of component tests calls `hideComposingKeys`. Component tests thus cannot detect an entry that does not call it.
it.each(['boot.tsx', 'entry-page-only.tsx'])('%s hides composing keys before any other listener of the page', (entry) => {
  const source = readFileSync(`src/app/${entry}`, 'utf8');
  const installed = source.search(/^ *hideComposingKeys\(\);$/m);
  expect(installed).toBeGreaterThan(0);
  for (const other of ['listenForMoves();', 'watchTyping();', 'watchTopUps(', 'hydrateRoot(root', 'createRoot(root'])
    if (source.includes(other)) expect([other, source.indexOf(other) > installed]).toEqual([other, true]);
});
