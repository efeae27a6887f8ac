import { parseArgs } from 'node:util';

export interface AuditOptions {
  /** One part of all screens, such as part 1 of 4. By default, the run audits all screens. */
  readonly part: { readonly number: number; readonly of: number };
  /** True to audit even screens that already have results for this build. */
  readonly fresh: boolean;
  readonly only: string | null;
  readonly pages: number;
}

/** @throws Error for an invalid part or an unknown option */
export function readOptions(args: readonly string[]): AuditOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      part: { type: 'string', default: '1/1' },
      fresh: { type: 'boolean', default: false },
      only: { type: 'string' },
      pages: { type: 'string', default: '2' },
    },
  });
  const [number = 1, of = 1] = values.part.split('/').map(Number);
  if (!Number.isInteger(number) || !Number.isInteger(of) || number < 1 || number > of) throw new Error('--part takes a share such as 1/4');
  return {
    part: { number, of },
    fresh: values.fresh,
    only: values.only ?? null,
    pages: Number(values.pages),
  };
}
