import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Imports of the engine's functions that do all of their work at once. Each has a twin in steps, which the server paces by `inTurns`. */
const atOnce =
  /import [^;]*\b(billUsage|upcomingInvoice|finalInvoice|overageLines|spendCapInvoice|quoteChange|estimateCycle|summarizeUsage|dailyUsage|usageByCycle|finishSteps)\b[^;]*from '#(server\/domain|lib\/steps)/;

it('the server prices in steps: no organization takes the process for itself', () => {
  const files = sourceFiles(/^src\/server\/(?!domain\/).*(?<!\.test)\.ts$/);
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter(({ text }) => atOnce.test(text)).map(({ path }) => path)).toEqual([]);
  expect(atOnce.test("import { quoteChange } from '#server/domain/quote.ts';")).toBe(true);
});
