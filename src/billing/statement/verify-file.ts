import type { Statement } from '#contract/types.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { messageOf } from '#lib/message-of.ts';
import { canHash, instantText, sha256Of } from '#lib/statement/statement.ts';
import { verifyStatementFile } from '#lib/statement/statement-files.ts';
import { fillText } from '#lib/texts/fill.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { compareStatements } from './compare-statements.ts';

export interface FileVerification {
  readonly variant: 'positive' | 'negative' | 'warning';
  readonly message: string;
}

interface Verifying {
  readonly slug: string;
  readonly read: (query: { readonly from: string; readonly to: string }) => Promise<Statement>;
}

const refused = (message: string): FileVerification => ({ variant: 'negative', message });

const bytesOf = (file: File): Promise<Uint8Array | null> =>
  file.arrayBuffer().then(
    (bytes) => new Uint8Array(bytes),
    () => null,
  );

/** The digests in the file must already be verified. */
function comparison(file: Statement, platform: Statement, name: string): FileVerification {
  const difference = compareStatements(file, platform);
  switch (difference.kind) {
    case 'equal': {
      const [from, to] = [formatDateTime(file.from), formatDateTime(file.to)];
      return { variant: 'positive', message: fillText(texts.isIntact, { name, from, to }) };
    }
    case 'older': {
      const { count, month } = difference;
      return { variant: 'warning', message: fillText(texts.isOlder, { name, count, month }) };
    }
    case 'opening':
      return { variant: 'warning', message: fillText(texts.isOtherBefore, { name, from: formatDateTime(file.from) }) };
    case 'rows':
      return refused(fillText(texts.isOther, { name, month: difference.month }));
  }
}

export async function verifyFile(file: File, { slug, read }: Verifying): Promise<FileVerification> {
  if (!canHash()) return { variant: 'warning', message: texts.cannotVerify };
  const { name } = file;
  const bytes = await bytesOf(file);
  if (bytes === null) return refused(fillText(texts.isGone, { name }));
  const verified = await verifyStatementFile(bytes, sha256Of);
  if (verified.kind === 'unreadable') return refused(fillText(texts.isUnreadable, { name }));
  if (verified.kind === 'changed') return refused(fillText(texts.isChanged, { name, line: verified.line }));
  const { organization, from, to } = verified.statement;
  if (organization !== slug) return refused(fillText(texts.isOfAnother, { name, organization }));
  try {
    const platformStatement = await read({ from: instantText(from), to: instantText(to) });
    return comparison(verified.statement, platformStatement, name);
  } catch (error) {
    return { variant: 'warning', message: fillText(texts.notCompared, { name, message: messageOf(error) }) };
  }
}
