import type { ManifestChunk } from '#lib/page-request.ts';

type Manifest = Readonly<Record<string, ManifestChunk>>;

export const browserEntry = 'src/app/entry-browser.ts';
const pageSheet = /\/page-[^/]+\.css$/;
const textFontFile = /\/atkinson-hyperlegible-next-[^/]+\.woff2$/;

export interface PageAssets {
  readonly entry: string;
  /** The style sheet of every page, then the style sheets of the urgent parts. */
  readonly stylesheets: readonly [string, ...string[]];
  /** URL of the font of all text. The font is preloaded, so that few members see the fallback font. */
  readonly textFont: string;
  /** Scripts of the first view. The page preloads them, so that the browser loads them in parallel. */
  readonly modules: readonly string[];
}

/** @param urgent the source files of the parts that are visible first */
export function pageAssets(manifest: Manifest, urgent: readonly string[]): PageAssets {
  const entry = manifest[browserEntry];
  const files = Object.values(manifest).map(({ file }) => file);
  const sheet = files.find((file) => pageSheet.test(file));
  const font = files.find((file) => textFontFile.test(file));
  if (!entry || !sheet || !font) throw new Error(`The client build lacks ${browserEntry}, its style sheet or its text font`);
  const modules = new Set<string>();
  const sheets = new Set<string>();
  const visited = new Set<string>();
  const walk = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || visited.has(key)) return;
    visited.add(key);
    for (const imported of chunk.imports ?? []) walk(imported);
    modules.add(`/${chunk.file}`);
    for (const each of chunk.css ?? []) sheets.add(`/${each}`);
  };
  for (const key of [browserEntry, ...(entry.dynamicImports ?? []), ...urgent]) walk(key);
  modules.delete(`/${entry.file}`);
  sheets.delete(`/${sheet}`);
  return { entry: `/${entry.file}`, stylesheets: [`/${sheet}`, ...sheets], textFont: `/${font}`, modules: [...modules] };
}
