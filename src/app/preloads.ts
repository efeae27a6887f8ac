import type { ManifestChunk } from '#lib/page-request.ts';

type Manifest = Readonly<Record<string, ManifestChunk>>;

export const browserEntry = 'src/app/entry-browser.ts';
/** The one sheet of everything that the server renders; on-demand parts load their own. */
const pageSheet = /\/page-[^/]+\.css$/;
const textFontFile = /\/atkinson-hyperlegible-next-[^/]+\.woff2$/;

export interface PageAssets {
  readonly entry: string;
  readonly stylesheet: string;
  /** Font of all text. Preloaded before the style sheet names it, so that few members see the fallback font. */
  readonly textFont: string;
  /** Every chunk of the staged start and of the parts on screen, so that no stage waits for a round trip. */
  readonly modules: readonly string[];
}

/**
 * The files of a page, from the client build's manifest.
 * @param urgent source files of the parts that are on screen first
 */
export function pageAssets(manifest: Manifest, urgent: readonly string[]): PageAssets {
  const entry = manifest[browserEntry];
  const files = Object.values(manifest).map(({ file }) => file);
  const sheet = files.find((file) => pageSheet.test(file));
  const font = files.find((file) => textFontFile.test(file));
  if (!entry || !sheet || !font) throw new Error(`The client build lacks ${browserEntry}, its style sheet or its text font`);
  const modules = new Set<string>();
  const visited = new Set<string>();
  const walk = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || visited.has(key)) return;
    visited.add(key);
    for (const imported of chunk.imports ?? []) walk(imported);
    modules.add(`/${chunk.file}`);
  };
  for (const key of [browserEntry, ...(entry.dynamicImports ?? []), ...urgent]) walk(key);
  modules.delete(`/${entry.file}`);
  return { entry: `/${entry.file}`, stylesheet: `/${sheet}`, textFont: `/${font}`, modules: [...modules] };
}
