import react from '@vitejs/plugin-react';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import type { InlineConfig, Plugin, Rolldown } from 'vite';
import { dependenciesPlugin } from './dependencies-plugin.ts';
import { designDocuments, designHtml, type DesignDocument } from './documents.ts';

type Bundle = Rolldown.OutputBundle;

interface GalleryBuild {
  readonly tokens: Plugin;
  readonly documents: readonly DesignDocument[];
  readonly outDir: string;
}

export function galleryBuild({ tokens, documents, outDir }: GalleryBuild): InlineConfig {
  return {
    base: '/__design/',
    publicDir: false,
    plugins: [
      tokens,
      react({ jsxImportSource: '#jsx' }),
      { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
      dependenciesPlugin(),
      documentsPlugin(documents),
    ],
    css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:5]', localsConvention: 'camelCaseOnly' } },
    build: {
      outDir,
      target: 'es2022',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: Object.fromEntries(documents.map((name) => [name, designDocuments[name].entry])) },
    },
  };
}

function documentsPlugin(documents: readonly DesignDocument[]): Plugin {
  return {
    name: 'design-documents',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const name of documents) {
        const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry && output.name === name);
        if (entry?.type !== 'chunk') throw new Error(`The build has no entry ${name}`);
        const stylesheets = [...sheetsOf(bundle, entry.fileName)].toSorted((one, other) => rank(bundle, one) - rank(bundle, other));
        const assets = { script: `/__design/${entry.fileName}`, stylesheets: stylesheets.map((file) => `/__design/${file}`) };
        const source = designHtml(designDocuments[name].title, assets);
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source });
      }
    },
  };
}

function sheetsOf(bundle: Bundle, entry: string): ReadonlySet<string> {
  const sheets = new Set<string>();
  const visited = new Set<string>();
  const visit = (fileName: string): void => {
    const output = bundle[fileName];
    if (output?.type !== 'chunk' || visited.has(fileName)) return;
    visited.add(fileName);
    output.imports.forEach(visit);
    output.viteMetadata?.importedCss.forEach((file) => sheets.add(file));
  };
  visit(entry);
  return sheets;
}

/** Returns the sort order of a style sheet. The sheet that declares the cascade layers comes first. */
function rank(bundle: Bundle, file: string): number {
  const output = bundle[file];
  return output?.type === 'asset' && String(output.source).includes('@layer tokens') ? 0 : 1;
}
