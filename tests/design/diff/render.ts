import type { Browser, Page } from 'playwright';
import type { BoardState, StateName } from '#design/board/board-api.ts';
import { defaultModes, type Modes, type Theme } from '#design/modes/modes.ts';
import { needsFrame } from '#design/board/Board.tsx';

export type Look = Exclude<Theme, 'system'> | 'compact' | 'reducedMotion';

const modesOf = (look: Look): Modes => {
  if (look === 'compact') return { ...defaultModes, theme: 'light', density: 'compact' };
  if (look === 'reducedMotion') return { ...defaultModes, theme: 'light', motion: 'reduced' };
  return { ...defaultModes, theme: look };
};

export interface Board {
  readonly states: readonly BoardState[];
  readonly draw: (state: BoardState, look: Look) => Promise<Buffer>;
}

/** Opens a board of a built gallery without motion, so that equal states give equal images. */
export async function openBoard(browser: Browser, origin: string): Promise<Board> {
  const page = await browser.newPage({ viewport: { width: 800, height: 640 }, reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto(`${origin}/__design/board?state=none`);
  await page.waitForFunction(() => window.designBoard !== undefined);
  const states = await page.evaluate(() => window.designBoard?.states ?? []);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return { states, draw: (state, look) => draw(page, state, look) };
}

async function draw(page: Page, { name, component }: BoardState, look: Look): Promise<Buffer> {
  await page.evaluate(
    async ({ state, modes }: { state: StateName; modes: Modes }) => {
      window.designBoard?.setModes(modes);
      await window.designBoard?.showAlone(state);
      await document.fonts.ready;
    },
    { state: name, modes: modesOf(look) },
  );
  // Overlays render outside of the main element, so the whole page is captured.
  return needsFrame(component) ? page.screenshot() : page.getByRole('main').screenshot();
}
