import { runInThisContext } from 'node:vm';

/** `Date` as it tells the time on a machine whose clock is ahead. Written as text, so that another process can begin with it. */
const laterDate = (ms: number): string =>
  `const D=Date;globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(D.now()+${ms})}static now(){return D.now()+${ms}}}`;

/**
 * Moves the clock of this process, and of whatever runs in it, ahead: waiting for a month takes a month.
 * @returns settings of a process whose clock is ahead as well, and the way back
 */
export function goAhead(ms: number): { readonly environment: Readonly<Record<string, string>>; readonly back: () => void } {
  const realDate = globalThis.Date;
  runInThisContext(laterDate(ms));
  return {
    environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(laterDate(ms))}` },
    back: () => {
      globalThis.Date = realDate;
    },
  };
}
