/** What `npm run audit` was asked for. */
export interface AuditOptions {
  /** Which share of the screens, for example 1 of 4; all where absent. */
  readonly part: { readonly number: number; readonly of: number };
  /** Look again at what this build has evidence for. */
  readonly fresh: boolean;
  /** Only states whose name holds these words. */
  readonly only: string | null;
  readonly pages: number;
}

const valueAfter = (args: readonly string[], flag: string): string | null => {
  const at = args.indexOf(flag);
  return at === -1 ? null : (args[at + 1] ?? null);
};

/** @throws Error on a part that is none */
export function readOptions(args: readonly string[]): AuditOptions {
  const [number = 1, of = 1] = (valueAfter(args, '--part') ?? '1/1').split('/').map(Number);
  if (!Number.isInteger(number) || !Number.isInteger(of) || number < 1 || number > of) throw new Error('--part takes a share such as 1/4');
  return {
    part: { number, of },
    fresh: args.includes('--fresh'),
    only: valueAfter(args, '--only'),
    pages: Number(valueAfter(args, '--pages') ?? 2),
  };
}
