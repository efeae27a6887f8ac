import { PlatformError } from '#server/platform-error.ts';
import { asSentence, StartError } from '#server/start/start-error.ts';

interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** The message is one sentence, which also says how to fix the problem. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly fields: readonly FieldProblem[];

  constructor(message: string, { fields = [], ...options }: ErrorOptions & { readonly fields?: readonly FieldProblem[] } = {}) {
    super(message, options);
    this.fields = fields;
  }
}

export type FieldLabel = (path: string) => { readonly label: string; readonly form: string };

function refusalSentence(message: string, fields: readonly FieldProblem[], labelOf: FieldLabel): string {
  const [first] = fields;
  if (!first) return message;
  const fieldLines = fields
    .map(({ path, message: why }) => {
      // A message that starts with "The ..." already has a subject, so no field name is added.
      if (/^The [a-z]/.test(why)) return why.replace(/\.$/, '');
      const { label, form } = labelOf(path);
      return `${label} ${why.replace(/\.$/, '')}${form && ` (${form})`}`;
    })
    .join('; ');
  const isOfFields = message === first.message || message === `${first.path}: ${first.message}`;
  if (isOfFields) return fieldLines;
  // Adds the field errors only to a message that contains the field's path; any other message is complete.
  return message.includes(first.path) ? `${message.replace(/\.$/, '')}: ${fieldLines}`.replaceAll(`${first.path}: `, '') : message;
}

export function failureSentence(error: unknown, labelOf: FieldLabel): string | null {
  if (error instanceof StartError) return asSentence(error.message);
  if (error instanceof CommandFailure || error instanceof PlatformError)
    return asSentence(refusalSentence(error.message, error.fields, labelOf));
  return null;
}

/** Whether a field contains Unix seconds. The name of the field decides. */
const isInstant = (name: string): boolean => /(^|_)(at|since|until|start|end)$/.test(name);

const readable = (name: string, value: unknown): unknown =>
  typeof value === 'number' && isInstant(name) ? new Date(value * 1000).toISOString().replace('.000Z', 'Z') : value;

function cell(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  return typeof value === 'object' ? JSON.stringify(value, readable) : String(readable(name, value));
}

export function tableOf(rows: readonly Readonly<Record<string, unknown>>[], columns: readonly string[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(column, row[column])))];
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

export const fieldsOf = (thing: Readonly<Record<string, unknown>>): string => {
  const width = Math.max(...Object.keys(thing).map((name) => name.length));
  return Object.entries(thing)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(name, value)}`)
    .join('\n');
};
