import type { Page } from 'playwright';
import { runHitTest } from '#a11y/house/hit-test.ts';
import { runHouseRules } from '#a11y/house/house.ts';
import type { State } from '#a11y/states/state.ts';
import { firstLook, matrix, onceLooks, switchLook, type Look } from '#a11y/support/looks.ts';
import { runAlfa } from './alfa.ts';
import { runAxe } from './axe.ts';
import { isExplained } from './explained.ts';
import { inWords, type EngineName, type Result, type Situation } from './finding.ts';
import { runIbm } from './ibm.ts';
import { plant } from './plant.ts';

export interface EngineLook {
  readonly engine: EngineName;
  readonly look: string;
  readonly faults: readonly string[];
  readonly explained: number;
}

const situations: Readonly<Record<Situation, string>> = {
  'a list is open': '[role=combobox][aria-expanded=true], [role=menu]',
  'the bank asks': 'iframe[title="Payment authentication by your bank"]',
};

async function situationOf(page: Page): Promise<Situation | null> {
  for (const [situation, selector] of Object.entries(situations) as [Situation, string][])
    if ((await page.locator(selector).count()) > 0) return situation;
  return null;
}

async function lookWith(page: Page, engine: EngineName, look: Look, run: () => Promise<Result>): Promise<EngineLook> {
  // Looks for an open overlay before the engine runs, because the engine may close it.
  const situation = await situationOf(page);
  const { findings, sawPlanted } = await run();
  const faults = findings.filter((finding) => !isExplained(engine, finding, situation));
  return {
    engine,
    look: look.name,
    faults: [...faults.map(inWords), ...(sawPlanted ? [] : [`${engine} missed the planted fault`])],
    explained: findings.length - faults.length,
  };
}

export const isFresh = (state: State): boolean => state.steps.length === 0;

/** Scrolls to the top, because axe-core treats content under the sticky navigation as covered. Skips this if a list is open. */
const scrollToTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (!document.querySelector('[role=listbox], [role=menu]')) window.scrollTo({ top: 0, behavior: 'instant' });
  });

/** The page must contain the planted fault. A look is a theme and a window size. */
export async function lookOnce(page: Page, state: State, look: Look): Promise<EngineLook[]> {
  await switchLook(page, look);
  await scrollToTop(page);
  return [
    await lookWith(page, 'axe', look, () => runAxe(page)),
    await lookWith(page, 'house', look, () => runHouseRules(page, isFresh(state))),
    await lookWith(page, 'hit test', look, () => runHitTest(page)),
  ];
}

/** Alfa and IBM Equal Access test only the first combination of theme and window size. The page cannot be used afterwards. */
export async function lookAtScreen(page: Page, state: State): Promise<EngineLook[]> {
  await plant(page);
  const looks: EngineLook[] = [];
  for (const look of [...matrix, ...onceLooks]) looks.push(...(await lookOnce(page, state, look)));
  await switchLook(page, firstLook);
  looks.push(await lookWith(page, 'alfa', firstLook, () => runAlfa(page)));
  looks.push(await lookWith(page, 'ibm', firstLook, () => runIbm(page)));
  return looks;
}
