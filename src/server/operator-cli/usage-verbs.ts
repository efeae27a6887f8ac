import type { Command } from 'commander';
import { importUsage, type UsageImport } from './import-usage.ts';
import type { Verbs } from './verbs.ts';

export function addUsage(program: Command, { verb, run, withClient }: Verbs): void {
  const usage = program.command('usage').description('Usage records');
  const importVerb = verb(usage, 'import', 'Send the usage of a file; resumes after an interruption')
    .argument('<file>', 'an .ndjson or .csv file')
    .option('--from-start', 'start at the first line and ignore the progress of an interrupted import');
  importVerb.action((file: string) =>
    run(importVerb, async () => {
      const options = {
        showsProgress: process.stderr.isTTY && importVerb.opts()['json'] !== true,
        fromStart: importVerb.opts()['fromStart'] === true,
      };
      const result = await withClient((client) => importUsage(client, file, options));
      return { data: importAnswer(result), text: importWords(result), failed: result.rejected > 0 || result.interruptedAfterLine !== null };
    }),
  );
}

const importAnswer = (result: UsageImport) => ({
  accepted: result.accepted,
  duplicates: result.duplicates,
  held: result.held,
  rejected_count: result.rejected,
  rejected: result.firstRejected,
  rejected_file: result.rejected > 0 ? result.refusedFile : null,
  went_on_after_line: result.wentOnAfterLine,
  interrupted_after_line: result.interruptedAfterLine,
});

function importWords(result: UsageImport): string {
  const { accepted, duplicates, held, rejected, firstRejected, refusedFile, wentOnAfterLine, interruptedAfterLine } = result;
  const count = (amount: number): string => amount.toLocaleString('en-US');
  return [
    ...(wentOnAfterLine > 0 ? [`Continued after line ${count(wentOnAfterLine)}; --from-start begins at the first line.`] : []),
    `${count(accepted)} accepted, ${count(duplicates)} sent before, ${count(rejected)} rejected.`,
    ...(held > 0 ? [`${count(held)} held for review: staff release or reject them, see billing approval list.`] : []),
    ...firstRejected.map(({ line, path, message }) => `  line ${line}: ${path && `${path} `}${message}`),
    ...(rejected > firstRejected.length ? [`  and ${count(rejected - firstRejected.length)} more`] : []),
    ...(rejected > 0 ? [`Rejected lines, with the reason of each: ${refusedFile}`] : []),
    ...(interruptedAfterLine === null
      ? []
      : [`Interrupted after line ${count(interruptedAfterLine)}: the same command continues from there.`]),
  ].join('\n');
}
