import { expect, it } from 'vitest';
import { ledgerCases } from '#server/domain/statement/ledger-cases.test-support.ts';
import { sourceFiles } from './source-files.ts';

it('each business key of the ledger has a case in the tests of the statement', () => {
  const written = sourceFiles(/^src\/server\/.*\.ts$/)
    .filter(({ path, text }) => !path.endsWith('.test.ts') && text.includes("'#server/store/ledger.ts'"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bbusinessKey(?:: (`[^`]*`|\w+))?,/g)].map(([, key = 'businessKey']) => ({ path, key })),
    );
  const templates = written.flatMap(({ key }) => (key.startsWith('`') ? [key.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, '*')] : []));
  expect(templates.length).toBeGreaterThan(14);
  const isWritten = (template: string): boolean => {
    const pattern = new RegExp(`^${template.replaceAll('*', '.+')}$`);
    return ledgerCases.some(({ key }) => pattern.test(key));
  };
  expect(templates.filter((template) => !isWritten(template))).toEqual([]);
  // Only these three calls pass the ledger key in a variable, so the templates above do not cover them.
  expect(written.filter(({ key }) => !key.startsWith('`')).map(({ path, key }) => `${path}: ${key}`)).toEqual([
    'src/server/billing/invoices/use-credits.ts: businessKey',
    'src/server/payments/refunds/refunds-and-disputes.ts: key',
    'src/server/seed/year/staff-acts.ts: source',
  ]);
});
