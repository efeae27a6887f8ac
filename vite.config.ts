import react from '@vitejs/plugin-react';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { defineConfig } from 'vite';
import { designPlugin } from '#design/host/vite-plugin.ts';
import { FOLDERS } from './design-tokens/build/check.ts';
import { tokensPlugin } from './design-tokens/build/vite-plugin.ts';
import { classNames } from './src/app/build/class-names.ts';
import { chunkOf, sheetOf } from './src/app/build/chunks.ts';
import { replacedModules } from './src/app/build/replaced-modules.ts';
import { longJourneys, longServerPatterns, translatedJourneys } from './tests/support/run/long-files.ts';
import { SlowestFirst } from './tests/support/run/slowest-first.ts';

/** Pattern of scoped class names. A name depends only on file and class. It is short, because HTML, CSS and scripts all contain it. */
const scopedName = process.env['NODE_ENV'] === 'production' ? '_[hash:base64:5]' : '[name]_[local]_[hash:base64:5]';

/** Long timeout for `expect.poll` on a busy machine. If a value never arrives, the test still fails. */
const patient = { expect: { poll: { timeout: 10_000 } } } as const;

const components = {
  environment: 'jsdom',
  setupFiles: ['tests/support/component-setup.ts'],
};

/** Tests of code that adds permanent listeners to the document. Each test file needs a separate document. */
const early = ['src/app/early/*.test.tsx'];

const journeys = {
  environment: 'node',
  ...patient,
  // Runs a failed test a second time. A test with a real fault fails again.
  retry: 1,
  // Number of tests that run concurrently; the machine has at least two cores.
  maxConcurrency: 2,
  testTimeout: 120_000,
  hookTimeout: 120_000,
} as const;

const onServer = {
  environment: 'node' as const,
  ...patient,
  globalSetup: ['tests/support/stores.ts'],
  setupFiles: ['tests/support/statement-setup.ts'],
  // Test files of a worker share the loaded modules, because loading takes two seconds. Each file creates separate stores.
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/**
 * Builds the client by default. `--ssr` builds the server: one Node bundle that contains the page renderer.
 * CSS module class names must be the same in both builds, so they are derived only from file and class.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tokensPlugin(FOLDERS, { omitsUnused: true }),
    designPlugin(),
    ...classNames,
    react({ jsxImportSource: '#jsx' }),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' as const },
  ],
  // Bundles the server with its packages. It then starts fast and uses the production build of React. Packages that load files from their
  // package folder are not bundled.
  ...(isSsrBuild
    ? {
        ssr: { noExternal: true as const, external: ['@electric-sql/pglite', 'harfbuzzjs', 'pdfkit', 'pg', 'pino', 'piscina'] },
        define: { 'process.env.NODE_ENV': '"production"' },
      }
    : {}),
  resolve: {
    alias: command === 'build' ? replacedModules.map(({ find, replacement }) => ({ find, replacement })) : [],
  },
  publicDir: false as const,
  css: { modules: { generateScopedName: scopedName, localsConvention: 'camelCaseOnly' as const } },
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: 'dist/server',
        target: 'node20',
        emptyOutDir: true,
        rolldownOptions: {
          input: {
            main: 'src/server/main.ts',
            billing: 'src/server/operator-cli/program.ts',
            'document-worker': 'src/server/documents/threads/document-worker.ts',
            'zip-worker': 'src/server/documents/threads/zip-worker.ts',
            'health-worker': 'src/server/health/health-worker.ts',
          },
          output: {
            entryFileNames: '[name].js',
            // V8 keeps the source of loaded modules in memory, with two bytes per character if one of them is not Latin-1.
            charset: 'ascii' as const,
            comments: { legal: true, annotation: false, jsdoc: false },
            // Puts the gateway emulator into a separate folder, because production never loads it.
            chunkFileNames: ({ moduleIds }) =>
              moduleIds.some((id) => id.includes('/src/sandbox/')) ? 'sandbox/[name]-[hash].js' : '[name]-[hash].js',
          },
        },
      }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        manifest: 'manifest.json',
        emptyOutDir: true,
        // Preloads only styles, because they must arrive before scripts run. Scripts are prefetched, so preloading them would save little.
        modulePreload: { polyfill: false, resolveDependencies: (_file, imports) => imports.filter((file) => file.endsWith('.css')) },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'src/app/entry-browser.ts',
          optimization: { inlineConst: { mode: 'all' as const, pass: 1 } },
          output: {
            codeSplitting: {
              groups: [
                // Uses two style sheets for everything that the server renders, so that no part of a page is visible without styles.
                // Two files compress better than twenty. Parts that load on demand have separate style sheets.
                { name: sheetOf, debugName: 'page style', priority: 1 },
                { name: chunkOf, debugName: 'code', includeDependenciesRecursively: false },
              ],
            },
          },
        },
      },
  test: {
    // Tests mostly wait for a browser, a database or a server, so two files at a time suit two cores.
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    css: { include: [/src\/ui\/tokens\.css/] },
    projects: [
      {
        extends: true as const,
        test: {
          name: 'unit',
          environment: 'node',
          // Tests that need no DOM document run without jsdom, because creating a document takes longer than most of these tests.
          include: ['src/**/*.test.ts', 'design-tokens/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          isolate: false,
          // Compiling all tokens takes seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        extends: true as const,
        test: {
          name: 'components',
          ...components,
          include: ['src/**/*.test.tsx'],
          exclude: early,
          isolate: false,
        },
      },
      {
        extends: true as const,
        test: { name: 'early', ...components, include: early },
      },
      {
        extends: true as const,
        test: {
          name: 'server',
          ...onServer,
          include: ['tests/server/**/*.test.ts'],
          exclude: [...longServerPatterns],
        },
      },
      {
        extends: true as const,
        test: {
          name: 'server-long',
          ...onServer,
          include: [...longServerPatterns],
        },
      },
      {
        extends: true as const,
        test: {
          name: 'design',
          environment: 'node',
          ...patient,
          // A failed test is repeated once, because a browser may be slow on a busy machine. A test with a real fault fails again.
          retry: 1,
          include: ['tests/design/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true as const,
        test: {
          name: 'journeys',
          ...journeys,
          globalSetup: ['tests/support/reading-server.ts'],
          // Test files that run in the same worker share a browser and the loaded code of the tests.
          isolate: false,
          include: ['tests/journeys/**/*.test.ts'],
          exclude: [...longJourneys],
        },
      },
      {
        extends: true as const,
        test: {
          name: 'translated',
          ...journeys,
          globalSetup: ['tests/support/reading-server.ts'],
          isolate: false,
          env: { TRANSLATOR: 'early' },
          include: [...translatedJourneys],
        },
      },
      {
        extends: true as const,
        test: {
          name: 'long',
          ...journeys,
          globalSetup: ['tests/support/reading-server.ts'],
          include: [...longJourneys],
        },
      },
    ],
  },
}));
