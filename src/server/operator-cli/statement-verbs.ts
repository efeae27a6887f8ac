import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { formatDateTime } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { sha256Of } from '#lib/statement/statement.ts';
import { verifyStatementFile } from '#lib/statement/statement-files.ts';
import { CommandFailure, tableOf } from './answers.ts';
import type { VerbResult, Verbs } from './verbs.ts';

async function bytesOf(file: string): Promise<Uint8Array> {
  return readFile(file).catch((cause: unknown) => {
    throw new CommandFailure(`${file} can't be read; name a CSV, JSON or journal file of a statement.`, { cause });
  });
}

function digestOf(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('It must be the 64 hexadecimal digits of a statement page.');
  return text.toLowerCase();
}

/**
 * Verifies a file without the platform or a key.
 * @param expected the digest that the platform shows; if absent, the origin of the file is not proved
 */
async function verifyFile(file: string, expected: string | undefined): Promise<VerbResult> {
  const verified = await verifyStatementFile(await bytesOf(file), sha256Of);
  if (verified.kind === 'unreadable')
    throw new CommandFailure(`${file} is not a statement file, or its form was changed; a PDF can't be verified.`);
  if (verified.kind === 'changed') throw new CommandFailure(`${file} was changed; the first difference is in line ${verified.line}.`);
  const { organization, from, to, rows, opening, closing, months, digest } = verified.statement;
  if (expected !== undefined && expected !== digest)
    throw new CommandFailure(`${file} agrees with its own digests, but its digest is not the given one. It is ${digest}.`);
  const text = [
    `${file} agrees with its own digests: ${rows.length} entries of ${organization}, from ${formatDateTime(from)} to ${formatDateTime(to)}.`,
    `Amount owed: ${formatCents(opening.owed_cents)} before, ${formatCents(closing.owed_cents)} after.`,
    ...(months.length > 0 ? [tableOf(months, ['month', 'digest'])] : []),
    `Digest of the statement: ${digest}`,
    expected === undefined
      ? 'A changed file can be given new digests. Compare this one with the statement page, or give the digest of the page as --digest.'
      : 'It is the given digest.',
  ].join('\n');
  const data = { file, organization, from, to, entries: rows.length, opening, closing, months, digest };
  return { data: { ...data, has_given_digest: expected === undefined ? null : true }, text };
}

export function addStatements(program: Command, { verb, run }: Verbs): void {
  const statements = program.command('statement').description('Statements of account');
  const verify = verb(statements, 'verify', 'Check that a statement file agrees with its own digests, and with a given one')
    .argument('<file>', 'a CSV, JSON or journal file of a statement')
    .option('--digest <hex>', 'digest that the statement page shows; the command fails if the file has another one', digestOf);
  verify.action((file: string, { digest }: { readonly digest?: string }) => run(verify, () => verifyFile(file, digest)));
}
