import react from '@vitejs/plugin-react';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { defineConfig } from 'vite';
import { tokensPlugin } from './design-tokens/build/vite-plugin.ts';
import { designPlugin } from './src/app/design/host/vite-plugin.ts';

/** The same in every build, since it follows from file and class only; short, for every class travels three times. */
const scopedName = process.env['NODE_ENV'] === 'production' ? '_[hash:base64:5]' : '[name]_[local]_[hash:base64:5]';

interface ModuleFacts {
  readonly code: string | null;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

type Graph = { readonly getModuleInfo: (id: string) => ModuleFacts | null };

/** True where the HTML that the server renders can hold the module: everything but what is imported on demand. */
function isServerRendered(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (/\/src\/app\/entry-[^/]+$/.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const info = graph.getModuleInfo(id);
  if (!info) return false;
  const rendersLazily = info.dynamicImporters.filter(
    (importer) => /\/src\/app\/entry-/.test(importer) || graph.getModuleInfo(importer)?.code?.includes('lazyPart('),
  );
  return [...info.importers, ...rendersLazily].some((importer) => isServerRendered(importer, graph, seen));
}

/** What every first view of the billing page holds; the parts further down come when they are near. */
const firstView =
  /\/src\/(app\/(entry-[^/]+|boot|App|pages\/OrganizationBillingPage)|billing\/(subscription\/SubscriptionSection|upcoming-invoice\/UpcomingInvoiceSection))\.tsx?$/;

/** True where the first view can't be drawn without the module. */
function isOfFirstView(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (firstView.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (graph.getModuleInfo(id)?.importers ?? []).some((importer) => isOfFirstView(importer, graph, seen));
}

function sharedChunk(id: string, graph: Graph): string {
  if (isOfFirstView(id, graph)) return 'shared';
  return isServerRendered(id, graph) ? 'shared-below' : 'shared-on-demand';
}

/**
 * Client build by default; `--ssr` builds the server (one Node bundle with the page renderer inside).
 * CSS module class names must be the same in both builds, so they are derived from file and class only.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tokensPlugin(), designPlugin(), react(), { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' as const }],
  // The server is bundled with its packages, for a quick start and with React built for production whoever starts it;
  // left out are the packages that find files of their own beside themselves.
  ...(isSsrBuild
    ? {
        ssr: { noExternal: true as const, external: ['@electric-sql/pglite', 'pdfkit', 'pg', 'pino'] },
        define: { 'process.env.NODE_ENV': '"production"' },
      }
    : {}),
  publicDir: false as const,
  css: { modules: { generateScopedName: scopedName, localsConvention: 'camelCaseOnly' as const } },
  build: isSsrBuild
    ? {
        ssr: 'src/server/main.ts',
        outDir: 'dist/server',
        target: 'node20',
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
      }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        manifest: 'manifest.json',
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'src/app/entry-browser.ts',
          // Dozens of tiny shared chunks compress badly: what most parts of the page share travels together.
          output: {
            codeSplitting: {
              groups: [
                // One sheet for all that the server renders: it compresses better than twenty, and no part of the page can come
                // without its style. What comes on demand brings its own.
                {
                  name: (id, graph) => (id.endsWith('.css') && isServerRendered(id, graph) ? 'page' : null),
                  debugName: 'page style',
                  priority: 1,
                },
                {
                  name: sharedChunk,
                  debugName: 'shared',
                  test: /\/src\/(app|billing|contract|lib|ui)\//,
                  minShareCount: 3,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
  test: {
    projects: [
      {
        extends: true as const,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/{lib,contract,server}/**/*.test.ts', 'design-tokens/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
        },
      },
      {
        extends: true as const,
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['src/{ui,billing,app}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/component-setup.ts'],
        },
      },
      {
        extends: true as const,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/{server,simulation}/**/*.test.ts'],
          globalSetup: ['tests/support/stores.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true as const,
        test: {
          name: 'design',
          environment: 'node',
          include: ['tests/design/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        extends: true as const,
        test: {
          name: 'journeys',
          environment: 'node',
          // As many as the machine has cores for, at least.
          maxConcurrency: 2,
          include: ['tests/journeys/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Browsers side by side would take time from one another.
          fileParallelism: false,
        },
      },
    ],
  },
}));
