import { screens } from '#a11y/states/catalogue.ts';
import type { State } from '#a11y/states/state.ts';
import { reach } from '#a11y/support/reach.ts';
import { startSite, type Site } from '#a11y/support/site.ts';
import { buildName, faultsOf, readEvidence, writeEvidence, type ScreenEvidence } from './evidence.ts';
import { lookAtScreen } from './look-at-screen.ts';
import { readOptions } from './options.ts';

// Looks at every screen of the catalogue in every look, with every engine. What this build has evidence for already is
// not looked at again, so an interrupted run goes on where it ended, and parts may run on several machines.

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
  const apart = state.changes ? await startSite() : null;
  const at = apart ?? site;
  const page = await at.openApart(state.member);
  try {
    await reach(page, at.origin, { ...state, sees: screen.flatMap(({ sees }) => sees) });
    return { ...evidence, looks: await lookAtScreen(page, state) };
  } catch (error) {
    return { ...evidence, unreached: error instanceof Error ? error.message : String(error), looks: [] };
  } finally {
    await page.context().close();
    await apart?.stop();
  }
}

/** One line for each fault, with the first look that shows it and how many do; twenty at most. */
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
async function lookAtShare(site: Site, share: readonly Screen[]): Promise<ScreenEvidence[]> {
  const all: ScreenEvidence[] = [];
  for (const screen of share) {
    const evidence = known(screen) ?? (await look(site, screen));
    writeEvidence(screen[0], evidence);
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
const shares = Array.from({ length: options.pages }, (_, share) => wanted.filter((__, index) => index % options.pages === share));
const evidence = (await Promise.all(shares.map((share) => lookAtShare(site, share)))).flat();
await site.stop();
const faulty = evidence.filter((screen) => faultsOf(screen).length > 0);
const looks = evidence.reduce((sum, screen) => sum + screen.looks.length, 0);
process.stdout.write(`${evidence.length} screens, ${looks} looks, ${faulty.length} screens with faults\n`);
process.exitCode = faulty.length === 0 ? 0 : 1;
