import type { Page } from 'playwright';
import { locate } from '#a11y/support/locate.ts';
import type { OrcaSession } from '#a11y/spoken/orca/session.ts';
import type { PatternPlays, Play } from './play-parts.ts';
import { resultOf, type PlayResult } from './play-result.ts';

const back: Readonly<Partial<Record<Play['from'], string>>> = { before: 'shift+Tab', after: 'Tab' };

async function playOne(session: OrcaSession, page: Page, { from, at, keys, expects }: Play): Promise<string[]> {
  if (from !== 'here') {
    await locate(page, at).focus();
    await session.heard();
    const way = back[from];
    if (way !== undefined) session.press(way);
    await session.heard();
  }
  // Letters and arrow keys reach the control only in focus mode.
  if (keys.some((key) => /^((alt|ctrl)\+)?(Up|Down|Left|Right|Home|End|[a-z])$/.test(key))) session.setMode('Focus');
  await session.heard();
  const said: string[] = [];
  const heardAll = (words: readonly string[]) =>
    expects.every((expected) => expected.unspoken !== undefined || expected.words.test(words.join(' ')));
  for (const [index, key] of keys.entries()) {
    session.press(key);
    said.push(...(await session.heard((words) => index < keys.length - 1 || heardAll([...said, ...words]))));
  }
  return said;
}

/** The member must be signed in. */
export async function playPattern(session: OrcaSession, page: Page, origin: string, pattern: PatternPlays): Promise<PlayResult[]> {
  await page.goto(origin + pattern.address);
  await page.bringToFront();
  await session.heard((words) => words.some((line) => line.startsWith('Finished loading')));
  for (const opener of pattern.opens) await locate(page, opener).click();
  await session.heard();
  const results: PlayResult[] = [];
  for (const play of pattern.plays) results.push(resultOf(pattern, play, await playOne(session, page, play)));
  return results;
}
