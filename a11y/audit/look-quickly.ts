import { notHeard } from '#a11y/spoken/seen-is-heard.ts';
import { readScreen } from '#a11y/spoken/virtual.ts';
import type { State } from '#a11y/states/state.ts';
import type { Look } from '#a11y/support/looks.ts';
import { reach } from '#a11y/support/reach.ts';
import type { Site } from '#a11y/support/site.ts';
import { lookOnce } from './look-at-screen.ts';
import { plant } from './plant.ts';

export interface QuickLook {
  /** The first state of a screen, with everything that its other states see. */
  readonly state: State;
  readonly look: Look;
}

/** One screen in one look, by the virtual screen reader, axe-core and the rules of the house: what they object to, in words. */
export async function lookQuickly(site: Site, { state, look }: QuickLook): Promise<string[]> {
  const page = await site.borrow(state);
  const errors: string[] = [];
  const note = ({ message }: Error) => void errors.push(`page error: ${message}`);
  page.on('pageerror', note);
  try {
    await reach(page, site.origin, state);
    const unheard = notHeard({ ...state, sees: state.sees.filter(({ frame }) => frame === undefined) }, await readScreen(page));
    await plant(page);
    const looks = await lookOnce(page, state, look);
    return [...unheard, ...looks.flatMap(({ engine, faults }) => faults.map((fault) => `${engine}: ${fault}`)), ...errors];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    page.off('pageerror', note);
    await site.giveBack(state, page);
  }
}

/** A screen that had to be there in time gets one more try; a fault is found twice. */
export async function lookTwiceAtFaults(site: Site, look: QuickLook): Promise<string[]> {
  const faults = await lookQuickly(site, look);
  return faults.length === 0 ? faults : lookQuickly(site, look);
}
