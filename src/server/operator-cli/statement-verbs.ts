import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { formatDateTime } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { sha256Of } from '#lib/statement/sha256.ts';
import { verifyStatementFile } from '#lib/statement/statement-files.ts';
import { CommandFailure, tableOf } from './answers.ts';
import type { VerbResult, Verbs } from './verbs.ts';

async function bytesOf(file: string): Promise<Uint8Array> {
  return readFile(file).catch((cause: unknown) => {
    throw new CommandFailure(`${file} can't be read; name a CSV, JSON or journal file of a statement.`, { cause });
  });
}

/** Verifies a file. Anyone who has it can run this: it needs neither the platform nor a key. */
async function verifyFile(file: string): Promise<VerbResult> {
  const verified = await verifyStatementFile(await bytesOf(file), sha256Of);
  if (verified.kind === 'unreadable')
    throw new CommandFailure(`${file} is not a statement file, or its form was changed; a PDF can't be verified.`);
  if (verified.kind === 'changed') throw new CommandFailure(`${file} was changed; the first difference is in line ${verified.line}.`);
  const { organization, from, to, rows, opening, closing, months, digest } = verified.statement;
  const text = [
    `${file} is unchanged: ${rows.length} entries of ${organization}, from ${formatDateTime(from)} to ${formatDateTime(to)}.`,
    `Amount owed: ${formatCents(opening.owed_cents)} before, ${formatCents(closing.owed_cents)} after.`,
    ...(months.length > 0 ? [tableOf(months, ['month', 'digest'])] : []),
    `Digest of the statement: ${digest}`,
    'If the statement page shows the same digest, the platform wrote this file.',
  ].join('\n');
  return { data: { file, organization, from, to, entries: rows.length, opening, closing, months, digest }, text };
}

export function addStatements(program: Command, { verb, run }: Verbs): void {
  const statements = program.command('statement').description('Statements of account');
  const verify = verb(statements, 'verify', 'Check that a statement file is unchanged, and print its digests').argument(
    '<file>',
    'a CSV, JSON or journal file of a statement',
  );
  verify.action((file: string) => run(verify, () => verifyFile(file)));
}
