import type { CallResponse } from '#contract/types.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { messageOf } from '#lib/message-of.ts';
import { canHash, sha256Of } from '#lib/statement/sha256.ts';
import { verifyStatementFile } from '#lib/statement/statement-files.ts';
import { instantText } from '#lib/statement/statement-instants.ts';
import { fillText } from '#lib/texts/fill.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';

/** Result of a verification, in words. */
export interface FileVerification {
  readonly variant: 'positive' | 'negative' | 'warning';
  readonly message: string;
}

interface Verifying {
  readonly slug: string;
  /** Reads the platform's statement of a period. */
  readonly read: (query: { readonly from: string; readonly to: string }) => Promise<CallResponse<'getStatement'>>;
}

const refused = (message: string): FileVerification => ({ variant: 'negative', message });

/** Verifies a statement file: first alone, then against the platform's statement of the same period. */
export async function verifyFile(file: File, { slug, read }: Verifying): Promise<FileVerification> {
  if (!canHash()) return { variant: 'warning', message: texts.cannotVerify };
  const { name } = file;
  const verified = await verifyStatementFile(new Uint8Array(await file.arrayBuffer()), sha256Of);
  if (verified.kind === 'unreadable') return refused(fillText(texts.isUnreadable, { name }));
  if (verified.kind === 'changed') return refused(fillText(texts.isChanged, { name, line: verified.line }));
  const { organization, from, to, digest } = verified.statement;
  if (organization !== slug) return refused(fillText(texts.isOfAnother, { name, organization }));
  try {
    const own = await read({ from: instantText(from), to: instantText(to) });
    if (own.digest !== digest) return refused(fillText(texts.isOther, { name }));
    return { variant: 'positive', message: fillText(texts.isIntact, { name, from: formatDateTime(from), to: formatDateTime(to) }) };
  } catch (error) {
    return { variant: 'warning', message: fillText(texts.notCompared, { name, message: messageOf(error) }) };
  }
}
