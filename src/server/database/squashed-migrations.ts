import { createHash } from 'node:crypto';
import type { Owner } from './settings.ts';

/** Last of the 31 migrations that were squashed into `0000_tables` and `0001_rules`. */
export const lastSquashed = '0030_staff_plan_changes';
/** SHA-256 of the first of the old migrations. The new migration that replaced them has the same name but another text. */
const firstHash = 'e2a2e9835eddd6ac71b7ad25d833e80ff6966ec03bfee24b329a363b9a6e14eb';
/** SHA-256 of the text lines `name hash` of all squashed migrations, in order. */
const digest = '9dc02465cb470aa124bcb815c0993dd7b6a62657169fbce5876de14e2020ef93';

/** Returns instructions for a store that lacks squashed migrations. Never suggests to empty a production store. */
export const squashedRemedy = (mode: Owner): string =>
  `run billing migrate once from the version that has the migration ${lastSquashed}${mode === 'embedded' ? ', or empty it with npm run reset' : ''}`;

/**
 * `all`: all squashed migrations are applied. `some`: the last squashed migrations are missing. `none`: all other cases.
 * @param applied migrations in order
 */
export function squashedIn(applied: readonly { readonly name: string; readonly hash: string }[]): 'all' | 'some' | 'none' {
  const lines = applied.map(({ name, hash }) => `${name} ${hash}\n`).join('');
  if (createHash('sha256').update(lines).digest('hex') === digest) return 'all';
  return applied[0]?.hash === firstHash && (applied.at(-1)?.name ?? '') < lastSquashed ? 'some' : 'none';
}
