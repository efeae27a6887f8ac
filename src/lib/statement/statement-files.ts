import type { Statement } from '#contract/types.ts';
import { readStatementCsv, statementCsv } from './statement-csv.ts';
import { beancountFile, hledgerFile } from './statement-journal.ts';
import { buildStatement, type TextHash, type StatementFacts } from './statement.ts';

interface StatementFile {
  readonly isOf: (text: string) => boolean;
  readonly write: (statement: Statement) => string;
  /** @throws if the text is not a statement */
  readonly read: (text: string) => StatementFacts;
}

function readJson(text: string): StatementFacts {
  const { organization, from, to, opening, rows } = JSON.parse(text) as Statement;
  return { organization, from, to, opening, entries: rows };
}

const files: readonly StatementFile[] = [
  { isOf: (text) => text.startsWith('\ufeff'), write: statementCsv, read: readStatementCsv },
  { isOf: (text) => text.startsWith('{'), write: (statement) => JSON.stringify(statement), read: readJson },
  hledgerFile,
  beancountFile,
];

export type VerifiedFile =
  | { readonly kind: 'intact'; readonly statement: Statement }
  /** The file differs from the file that is rebuilt from its entries. `line` is the number of the first different text line. */
  | { readonly kind: 'changed'; readonly line: number }
  /** The file is not a statement, or its format was changed. */
  | { readonly kind: 'unreadable' };

/** Maximum length of a statement's period, with some tolerance. A manipulated date must not create millions of months. */
const mostSeconds = 400 * 86_400;

const isPeriod = ({ from, to }: StatementFacts): boolean =>
  Number.isSafeInteger(from) && Number.isSafeInteger(to) && to >= from && to - from <= mostSeconds;

const instantsIn = ({ from, to, entries }: StatementFacts): boolean => entries.every(({ at }) => at >= from && at < to);

function firstDifference(text: string, expected: string): number {
  const [found, wanted] = [text.split('\n'), expected.split('\n')];
  return found.findIndex((line, index) => line !== wanted[index]) + 1 || found.length;
}

/** Decodes UTF-8. Returns null for invalid bytes. Keeps a byte order mark, so that no byte is lost. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Rebuilds the file from its entries and compares every byte. To check that the platform wrote the file, compare the digest. */
export async function verifyStatementFile(bytes: Uint8Array, hash: TextHash): Promise<VerifiedFile> {
  const text = textOf(bytes);
  const file = text === null ? undefined : files.find(({ isOf }) => isOf(text));
  if (text === null || !file) return { kind: 'unreadable' };
  try {
    const facts = file.read(text);
    if (!isPeriod(facts) || !instantsIn(facts)) return { kind: 'unreadable' };
    const statement = await buildStatement(facts, hash);
    const expected = file.write(statement);
    return expected === text ? { kind: 'intact', statement } : { kind: 'changed', line: firstDifference(text, expected) };
  } catch {
    return { kind: 'unreadable' };
  }
}
