import { readFileSync } from 'node:fs';
import { partSources } from '#billing/part-sources.ts';
import type { ManifestChunk } from '#lib/page-request.ts';
import { floorBundle } from '#tests/bench/browser/bundles.ts';
import { gzipBytes, loadOnce, sum, type Sizes } from '#tests/bench/browser/load-once.ts';
import { withSite } from '#tests/bench/browser/site.ts';
import type { Suite } from '#tests/bench/suite.ts';

type Manifest = Readonly<Record<string, ManifestChunk>>;

/** Scripts that the billing page can load, including those loaded on demand. */
export function scriptsOfPage(chunks: Manifest): string[] {
  const files = new Set<string>();
  const walk = (key: string): void => {
    const chunk = chunks[key];
    if (!chunk || files.has(chunk.file)) return;
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    const pageImports = (chunk.dynamicImports ?? []).filter((next) => !next.startsWith('src/app/pages/'));
    for (const next of [...(chunk.imports ?? []), ...pageImports]) walk(next);
  };
  for (const key of ['src/app/entry-browser.ts', 'src/app/pages/OrganizationBillingPage.tsx', ...Object.values(partSources)]) walk(key);
  return [...files];
}

export function allScripts(): Sizes {
  const chunks = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8')) as Manifest;
  return Object.fromEntries(scriptsOfPage(chunks).map((file) => [file, gzipBytes(readFileSync(`dist/client/${file}`))]));
}

export const bytes: Suite = {
  name: 'bytes',
  about: 'what is sent, by chunk, against React alone',
  run: async () => {
    const first = await withSite({}, (site) => loadOnce(site, `${site.origin}/org/pro-payg/billing`, { isOn4g: false, slowdown: 1 }));
    const all = allScripts();
    const floor = { name: 'React alone', value: gzipBytes(await floorBundle('react-only.tsx')) };
    return {
      figures: [
        { row: 'first-js', of: '', value: sum(first.javascript), floor },
        { row: 'all-js', of: '', value: sum(all), floor },
        { row: 'first-css', of: '', value: sum(first.css) },
      ],
      details: { first: { javascript: first.javascript, css: first.css }, all },
    };
  },
};
