import { PlatformError } from '#server/platform-error.ts';
import { asSentence, StartError } from '#server/start/start-error.ts';

interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** What a command can't do, in one sentence with the remedy. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  /** The fields of the call that were refused, by the API's names. */
  readonly fields: readonly FieldProblem[];

  constructor(message: string, { fields = [], ...options }: ErrorOptions & { readonly fields?: readonly FieldProblem[] } = {}) {
    super(message, options);
    this.fields = fields;
  }
}

/** What a field of a call is called on the command line, and the form that it has there. */
export type FieldLabel = (path: string) => { readonly label: string; readonly form: string };

/** The refusal of a call, with its fields by the names that the command line has for them. */
function refusalSentence(message: string, fields: readonly FieldProblem[], labelOf: FieldLabel): string {
  const [first] = fields;
  if (!first) return message;
  const said = fields
    .map(({ path, message: why }) => {
      // Such a sentence names its subject already.
      if (/^The [a-z]/.test(why)) return why.replace(/\.$/, '');
      const { label, form } = labelOf(path);
      return `${label} ${why.replace(/\.$/, '')}${form && ` (${form})`}`;
    })
    .join('; ');
  const isOfFields = message === first.message || message === `${first.path}: ${first.message}`;
  if (isOfFields) return said;
  // A sentence that says it all without the name of a field stays as it is.
  return message.includes(first.path) ? `${message.replace(/\.$/, '')}: ${said}`.replaceAll(`${first.path}: `, '') : message;
}

/** What went wrong, in one sentence; null for a fault of the program. */
export function failureSentence(error: unknown, labelOf: FieldLabel): string | null {
  if (error instanceof StartError) return asSentence(error.message);
  if (error instanceof CommandFailure || error instanceof PlatformError)
    return asSentence(refusalSentence(error.message, error.fields, labelOf));
  return null;
}

/** Fields that hold an instant in unix seconds. */
const isInstant = (name: string): boolean => /(^|_)(at|since|until|start|end)$/.test(name);

/** A value as people read it: instants by ISO 8601. */
const readable = (name: string, value: unknown): unknown =>
  typeof value === 'number' && isInstant(name) ? new Date(value * 1000).toISOString().replace('.000Z', 'Z') : value;

function cell(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  return typeof value === 'object' ? JSON.stringify(value, readable) : String(readable(name, value));
}

/** Rows as a table that lines up, with a head. */
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

/** The fields of one thing, a line each. */
export const fieldsOf = (thing: Readonly<Record<string, unknown>>): string => {
  const width = Math.max(...Object.keys(thing).map((name) => name.length));
  return Object.entries(thing)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(name, value)}`)
    .join('\n');
};
