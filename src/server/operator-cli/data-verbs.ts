import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import type { Command } from 'commander';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { formatCents } from '#lib/money.ts';
import { CommandFailure, tableOf } from './answers.ts';
import { organizationForm } from './argument-forms.ts';
import type { Verbs } from './verbs.ts';

type Closing = AdminShape<'ClosingDryRun'>;

/** File mode that lets only the owner read the file, because it contains personal data. */
const ownersOnly = 0o600;

/** Downloads to a temporary file, and renames it when it is complete. @returns the size in bytes */
async function saveDownload(body: ReadableStream<Uint8Array>, file: string): Promise<number> {
  const unfinished = `${file}.part`;
  const target = createWriteStream(unfinished, { mode: ownersOnly });
  try {
    await pipeline(Readable.fromWeb(body as NodeWebStream<Uint8Array>), target);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    throw new CommandFailure(`The export has ended early (${cause instanceof Error ? cause.message : String(cause)}); try again.`, {
      cause,
    });
  }
  renameSync(unfinished, file);
  return target.bytesWritten;
}

export function exportVerb({ verb, run, withClient }: Verbs, parent: Command): void {
  const save = verb(parent, 'export', 'Save all data of an organization as a ZIP')
    .argument('<organization>', organizationForm)
    .option('--file <path>', 'where to; ORGANIZATION-export.zip if absent');
  save.action((slug: string) =>
    run(save, async () => {
      const { file = `${slug}-export.zip` } = save.opts<{ file?: string }>();
      if (existsSync(file)) throw new CommandFailure(`${file} is there already; remove it, or name another one with --file.`);
      const bytes = await withClient(async ({ download }) =>
        saveDownload(await download('exportOrganization', { params: { slug } }), file),
      );
      return {
        data: { file, bytes },
        text: `${file} holds everything about ${slug}: ${bytes} bytes. Its README.txt says what each file is.`,
      };
    }),
  );
}

export function closingText(slug: string, closing: Closing): string {
  const lines = closing.invoices.flatMap((invoice) => [
    ...invoice.lines.map(({ description, amount_cents: cents }) => ({ line: description, amount: formatCents(cents) })),
    { line: 'To pay after credit', amount: formatCents(invoice.amount_due_cents) },
  ]);
  const open = closing.open_invoices.map(({ number, amount_due_cents: cents }) => `${number} (${formatCents(cents)})`).join(', ');
  const refunds = closing.refunds.map(
    ({ amount_cents: cents, approval }) => `${formatCents(cents)}${approval === null ? '' : ' (waits for approval)'}`,
  );
  return [
    `Nothing is done. Closing ${slug} would bill:`,
    lines.length > 0 ? tableOf(lines, ['line', 'amount']) : 'nothing',
    `Invoices that stay open: ${open || 'none'}`,
    `Refunds of paid top-ups: ${refunds.join(', ') || 'none'}`,
    `Granted credit that would end: ${formatCents(closing.ended_credit_cents)}`,
    `Credit left: ${formatCents(closing.credit_balance_cents)}`,
    `Projects that would end: ${closing.project_refs.join(', ') || 'none'}`,
    `Members who would lose access: ${closing.members.join(', ') || 'none'}`,
  ].join('\n');
}

interface Erased {
  readonly dry_run: boolean;
  readonly places: readonly { readonly table: string; readonly rows: number }[];
  readonly kept: readonly { readonly what: string; readonly why: string }[];
}

const erasureText = (subject: string, { dry_run: isDryRun, places, kept }: Erased): string =>
  [
    isDryRun ? `Nothing is done. Erasing ${subject} would change or remove these rows:` : `${subject} is erased; it can't be undone.`,
    tableOf(places, ['table', 'rows']),
    'What stays:',
    tableOf(kept, ['what', 'why']),
  ].join('\n');

interface Erasing {
  readonly description: string;
  readonly argument: string;
  readonly form: string;
  readonly param: 'slug' | 'email';
  readonly name: 'eraseOrganization' | 'eraseMember';
}

export function eraseVerb(
  { verb, irreversible, withClient }: Verbs,
  parent: Command,
  { description, argument, form, param, name }: Erasing,
): void {
  const erase = verb(parent, 'erase', description)
    .argument(`<${argument}>`, form)
    .requiredOption('--reason <text>', 'why, without any name: it stays in the audit log');
  const runConfirmed = irreversible(erase, 'do nothing and print what would be changed');
  erase.action((subject: string) =>
    runConfirmed(`Erasing ${subject} can't be undone.`, async () => {
      const { reason, dryRun } = erase.opts<{ reason: string; dryRun?: true }>();
      const body = { reason, ...(dryRun ? { dry_run: true } : {}) };
      const data = await withClient(({ call }) => call(name, { params: { [param]: subject }, body }));
      return { data, text: erasureText(subject, data) };
    }),
  );
}
