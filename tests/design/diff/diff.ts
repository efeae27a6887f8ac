import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import { galleryBuild } from '#design/host/gallery-build.ts';
import { serveBuiltGallery, type BuiltGallery } from '#tests/design/built-gallery.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { type CompiledTokens, compileTokens } from '#tokens/build/compile.ts';
import { affectedStates } from './affected-states.ts';
import { changedContrast, changedTokens } from './changed-tokens.ts';
import { compare } from './compare.ts';
import { type ChangedState, contactSheet } from './contact-sheet.ts';
import { fixedTokens } from './fixed-tokens.ts';
import { openBoard, type Board, type Look } from './render.ts';

export interface Diff {
  readonly changedTokens: readonly string[];
  readonly looked: readonly string[];
  readonly changed: readonly ChangedState[];
  readonly sheet: string | null;
}

interface DiffOptions {
  readonly before: CompiledTokens;
  readonly from: string;
  readonly after?: CompiledTokens;
  /** Output folder; its old content is deleted first. */
  readonly folder: string;
}

export async function diffTokens({ before, from, after: targetTokens, folder }: DiffOptions): Promise<Diff> {
  const after = targetTokens ?? (await compileTokens());
  const tokens = changedTokens(before, after);
  const paths = new Set(tokens.map(({ path }) => path));
  if (tokens.length === 0) return { changedTokens: [], looked: [], changed: [], sheet: null };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  const scratch = [before, after].map(() => mkdtempSync(join(tmpdir(), 'design-diff-')));
  const galleries: BuiltGallery[] = [];
  let browser: Browser | undefined;
  try {
    // The galleries are built one after the other, because each build uses every core.
    for (const [index, compiled] of [before, after].entries()) {
      const tokensPlugin = fixedTokens(compiled, scratch[index] ?? folder);
      galleries.push(
        await serveBuiltGallery({ configFile: false, ...galleryBuild({ tokens: tokensPlugin, documents: ['board'], outDir: folder }) }),
      );
    }
    browser = await launchBrowser();
    const boards = await Promise.all(galleries.map(({ origin }) => openBoard(browser!, origin)));
    const states = await affectedStates(boards[1]?.states ?? [], paths, process.cwd());
    const looks = [...new Set(tokens.map(({ context }) => context))] as Look[];
    const changed = await drawAll(browser, boards as [Board, Board], states, looks, folder);
    const sheet = join(folder, 'index.html');
    const contrast = changedContrast(before, after);
    writeFileSync(sheet, contactSheet({ from, tokens, contrast, states: changed, looked: states.length * looks.length, css: after.css }));
    await picture(browser, sheet, join(folder, 'contact-sheet.png'));
    return { changedTokens: [...paths], looked: states.map(({ name }) => name), changed, sheet };
  } finally {
    await browser?.close();
    for (const gallery of galleries) gallery.stop();
    for (const place of scratch) rmSync(place, { recursive: true, force: true });
  }
}

async function drawAll(
  browser: Browser,
  [early, late]: [Board, Board],
  states: Board['states'],
  looks: readonly Look[],
  folder: string,
): Promise<ChangedState[]> {
  const table = await browser.newPage();
  const changed: ChangedState[] = [];
  for (const state of states) {
    for (const look of looks) {
      const [before, after] = await Promise.all([early.draw(state, look), late.draw(state, look)]);
      const difference = await compare(table, before, after);
      if (!difference) continue;
      const stem = `${state.name}-${look}`.replace(/[^\w]+/g, '-');
      const files = { before: `${stem}-before.png`, after: `${stem}-after.png`, marked: `${stem}-changed.png` };
      writeFileSync(join(folder, files.before), before);
      writeFileSync(join(folder, files.after), after);
      writeFileSync(join(folder, files.marked), difference.marked);
      changed.push({ name: state.name, look, changedPixels: difference.changedPixels, ...files });
    }
  }
  return changed.toSorted((a, b) => b.changedPixels - a.changedPixels);
}

/** The image is for tools that don't show HTML. */
async function picture(browser: Browser, sheet: string, file: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await page.goto(pathToFileURL(sheet).href);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}
