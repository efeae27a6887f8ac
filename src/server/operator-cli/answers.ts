import { PlatformError } from '#server/platform-error.ts';
import { asSentence, StartError } from '#server/start-error.ts';

/** What a command can't do, in one sentence with the remedy. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

interface NamedFailure {
  readonly message: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[] | undefined;
}

/** The refusal of a call, with the fields that its message does not name. */
export function refusalSentence({ message, errors = [] }: NamedFailure): string {
  const fields = errors
    .filter(({ path, message: why }) => message !== why && message !== `${path}: ${why}`)
    .map(({ path, message: why }) => `${path} ${why}`);
  return fields.length > 0 ? `${message.replace(/\.$/, '')}: ${fields.join('; ')}` : message;
}

/** What went wrong, in one sentence; a fault of the program stays one. */
export function failureSentence(error: unknown): string | null {
  if (error instanceof CommandFailure || error instanceof StartError) return asSentence(error.message);
  if (error instanceof PlatformError) return asSentence(refusalSentence({ message: error.message, errors: error.fields }));
  return null;
}

const cell = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Rows as a table that lines up, with a head. */
export function tableOf(rows: readonly Readonly<Record<string, unknown>>[], columns: readonly string[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The fields of one thing, a line each. */
export const fieldsOf = (thing: Readonly<Record<string, unknown>>): string => {
  const width = Math.max(...Object.keys(thing).map((name) => name.length));
  return Object.entries(thing)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
    .join('\n');
};
