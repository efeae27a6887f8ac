import { runInThisContext } from 'node:vm';

/** Returns JavaScript source code that replaces `Date` with a class whose clock is ahead. Child processes can run this code, too. */
const laterDate = (ms: number): string =>
  `const D=Date;globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(D.now()+${ms})}static now(){return D.now()+${ms}}}`;

/** @returns the environment that sets the clock of child processes, and a function that restores the clock of this process */
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
