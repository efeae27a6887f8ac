import { notHeard } from '#a11y/spoken/seen-is-heard.ts';
import { readScreen } from '#a11y/spoken/virtual.ts';
import { screens } from '#a11y/states/catalogue.ts';
import type { State } from '#a11y/states/state.ts';
import { firstLook, fourLooks, switchLook } from '#a11y/support/looks.ts';
import { reach } from '#a11y/support/reach.ts';
import type { Site } from '#a11y/support/site.ts';
import { lookOnce } from './look-at-screen.ts';
import { plant } from './plant.ts';

/** First state of each screen, with the expected elements of all states of that screen. */
export const screensToLookAt: readonly State[] = screens().flatMap(([state, ...others]) =>
  state ? [{ ...state, sees: [state, ...others].flatMap(({ sees }) => sees) }] : [],
);

const isOwnDoing = (state: State, message: string): boolean =>
  state.steps.some((step) => step.do === 'hold') && message.startsWith('Failed to fetch dynamically imported module');

export async function lookQuickly(site: Site, state: State): Promise<string[]> {
  const page = await site.borrow(state);
  const errors: string[] = [];
  const note = ({ message }: Error) => {
    if (!isOwnDoing(state, message)) errors.push(`page error: ${message}`);
  };
  page.on('pageerror', note);
  try {
    await reach(page, site.origin, state);
    const found = notHeard({ ...state, sees: state.sees.filter(({ frame }) => frame === undefined) }, await readScreen(page));
    await plant(page);
    for (const look of fourLooks)
      for (const { engine, faults } of await lookOnce(page, state, look))
        found.push(...faults.map((fault) => `${look.name}: ${engine}: ${fault}`));
    return [...found, ...errors];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    page.off('pageerror', note);
    await switchLook(page, firstLook).catch(() => undefined);
    await site.giveBack(state, page);
  }
}

/** If the check finds faults, it runs a second time, because slow loading can cause a fault. */
export async function lookTwiceAtFaults(site: Site, state: State): Promise<string[]> {
  const faults = await lookQuickly(site, state);
  return faults.length === 0 ? faults : lookQuickly(site, state);
}
