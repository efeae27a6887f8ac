import { screens } from '#a11y/states/catalogue.ts';
import type { State } from '#a11y/states/state.ts';
import { reach } from '#a11y/support/reach.ts';
import { startSite, type Site } from '#a11y/support/site.ts';
import { buildName, faultsOf, readEvidence, writeEvidence, type ScreenEvidence } from './evidence.ts';
import { lookAtScreen } from './look-at-screen.ts';
import { readOptions } from './options.ts';

// The audit skips each screen that already has a result for this build. An interrupted run then resumes, and machines can share the work.

const options = readOptions(process.argv.slice(2));
const build = buildName();
const today = new Date().toISOString().slice(0, 10);

type Screen = readonly [State, ...State[]];
const isWanted = (screen: readonly State[]): boolean =>
  options.only === null || screen.some(({ name }) => name.includes(options.only ?? ''));
const wanted = screens()
  .filter((screen): screen is Screen => screen.length > 0 && isWanted(screen))
  .filter((_, index) => index % options.part.of === options.part.number - 1);
const known = (screen: Screen): ScreenEvidence | null => {
  const evidence = readEvidence(screen[0]);
  return !options.fresh && evidence?.build === build && evidence.unreached === undefined ? evidence : null;
};

async function look(site: Site, screen: Screen): Promise<ScreenEvidence> {
  const [state] = screen;
  const evidence = {
    states: screen.map(({ name }) => name),
    screen: `${state.member ?? 'nobody'} at ${state.address}`,
    build,
    date: today,
  };
  const page = await site.borrow(state);
  try {
    await reach(page, site.origin, { ...state, sees: screen.flatMap(({ sees }) => sees) });
    return { ...evidence, looks: await lookAtScreen(page, state) };
  } catch (error) {
    return { ...evidence, unreached: error instanceof Error ? error.message : String(error), looks: [] };
  } finally {
    await site.giveBack(state, page);
  }
}

async function lookAgainIfUnreached(site: Site, screen: Screen): Promise<ScreenEvidence> {
  const evidence = await look(site, screen);
  return evidence.unreached === undefined ? evidence : look(site, screen);
}

/**
 * Returns a line for each of the first twenty faults: the fault, the first look (theme and window size) that shows it, and the number of
 * other looks that show it.
 */
function summary({ unreached, looks }: ScreenEvidence): string[] {
  const places = new Map<string, string[]>();
  for (const { engine, look: name, faults } of looks)
    for (const fault of faults) places.set(`${engine}: ${fault}`, [...(places.get(`${engine}: ${fault}`) ?? []), name]);
  const lines = [...places].map(
    ([fault, [first, ...others]]) => `${fault.slice(0, 300)} (${first}${others.length > 0 ? ` and ${others.length} more` : ''})`,
  );
  return [...(unreached === undefined ? [] : [unreached]), ...lines.slice(0, 20)];
}

let done = 0;
async function workThrough(site: Site, queue: Screen[]): Promise<ScreenEvidence[]> {
  const all: ScreenEvidence[] = [];
  for (let screen = queue.shift(); screen; screen = queue.shift()) {
    const before = known(screen);
    const evidence = before ?? (await lookAgainIfUnreached(site, screen));
    if (!before) writeEvidence(screen[0], evidence);
    all.push(evidence);
    done += 1;
    const faults = faultsOf(evidence);
    process.stdout.write(
      `${done} of ${wanted.length} ${faults.length === 0 ? 'ok' : `${faults.length} faults`}: ${evidence.states.join('; ')}\n`,
    );
    for (const line of summary(evidence)) process.stdout.write(`    ${line}\n`);
  }
  return all;
}

const site = await startSite();
const queue = wanted.filter(([state]) => !state.changes);
const evidence = (await Promise.all(Array.from({ length: options.pages }, () => workThrough(site, queue)))).flat();
await site.stop();
// States whose steps change data (`changes: true`) run last, one at a time, on a separate platform.
const changing = wanted.filter(([state]) => state.changes);
if (changing.length > 0) {
  const separateSite = await startSite();
  evidence.push(...(await workThrough(separateSite, changing)));
  await separateSite.stop();
}
const faulty = evidence.filter((screen) => faultsOf(screen).length > 0);
const looks = evidence.reduce((sum, screen) => sum + screen.looks.length, 0);
process.stdout.write(`${evidence.length} screens, ${looks} looks, ${faulty.length} screens with faults\n`);
process.exitCode = faulty.length === 0 ? 0 : 1;
