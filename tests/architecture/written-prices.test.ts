import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Source files of the page. They must not contain prices or quotas, because these come from the platform's price book. */
const page = sourceFiles(/^src\/(billing|app|lib)\/.*\.tsx?$/).filter(({ path }) => !/\.(test|states|test-support)\.tsx?$/.test(path));

/** Amounts that are not prices: the minimum charge, and examples of formatting. */
const allowed: Readonly<Record<string, RegExp>> = {
  'src/lib/texts/invoices.ts': /\$0\.50/g,
  'src/lib/money.ts': /[<>]?−?\$0\.01/g,
  'src/billing/upcoming-invoice/group-messages.ts': /\$0\.00/g,
};

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

const price = /\$\d[\d.,]*/g;
const quota = /\b\d[\d.,]* ?(?:GB|MB|TB|million|users|MAU)\b/g;

describe('the page writes', () => {
  const written = (pattern: RegExp): string[] =>
    page.flatMap(({ path, text }) =>
      [
        ...withoutComments(text)
          .replace(allowed[path] ?? /$^/g, '')
          .matchAll(pattern),
      ].map(([found]) => `${path}: ${found}`),
    );

  it('no price', () => expect(written(price)).toEqual([]));

  it('no quota', () => expect(written(quota)).toEqual([]));

  it('nothing that is allowed without need', () => {
    const unused = Object.entries(allowed).filter(
      ([path, pattern]) => !new RegExp(pattern.source).test(page.find((file) => file.path === path)?.text ?? ''),
    );
    expect(unused).toEqual([]);
  });
});
