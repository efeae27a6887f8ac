import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textTable, textTableMarkdown } from '#tests/texts/text-proofs.ts';

/** Maximum number of specified texts that no test shows. Such a text belongs to a missing feature. This limit may only decrease. */
const mostOpenTexts = 0;

describe('texts of the specification', () => {
  const rows = textTable();

  it('have exactly one catalogue key each', () => {
    expect(rows.filter(({ keys }) => keys.length !== 1)).toEqual([]);
  });

  it('have at most one test each that makes them appear', () => {
    expect(rows.filter(({ proofs }) => proofs.length > 1)).toEqual([]);
  });

  it('are open only as far as their feature is still to come', () => {
    expect(rows.filter(({ proofs }) => proofs.length === 0).length).toBeLessThanOrEqual(mostOpenTexts);
  });

  it('stand in the generated table', () => {
    expect(readFileSync('tests/texts/TEXTS.md', 'utf8')).toBe(textTableMarkdown(rows));
  });
});
