import react from '@vitejs/plugin-react';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { defineConfig } from 'vite';
import { designPlugin } from '#design/host/vite-plugin.ts';
import { FOLDERS } from './design-tokens/build/check.ts';
import { tokensPlugin } from './design-tokens/build/vite-plugin.ts';
import { classNames } from './src/app/build/class-names.ts';
import { chunkOf, isServerRendered } from './src/app/build/chunks.ts';
import { replacedModules } from './src/app/build/replaced-modules.ts';
import { longJourneys, longServerPatterns, translatedJourneys } from './tests/support/run/long-files.ts';
import { SlowestFirst } from './tests/support/run/slowest-first.ts';

/** The same in every build, since it follows from file and class only; short, for every class travels three times. */
const scopedName = process.env['NODE_ENV'] === 'production' ? '_[hash:base64:5]' : '[name]_[local]_[hash:base64:5]';

/** A busy machine answers late; what never comes is still found. */
const patient = { expect: { poll: { timeout: 10_000 } } } as const;

const components = {
  environment: 'jsdom',
  setupFiles: ['tests/support/component-setup.ts'],
};

/** What listens to the document from before the first script on, for good: a document for each file. */
const early = ['src/app/early/*.test.tsx'];

const journeys = {
  environment: 'node',
  ...patient,
  // What is broken fails twice.
  retry: 1,
  // As many as the machine has cores for, at least.
  maxConcurrency: 2,
  testTimeout: 120_000,
  hookTimeout: 120_000,
} as const;

/** What asks a real server, without a browser. */
const onServer = {
  environment: 'node' as const,
  ...patient,
  globalSetup: ['tests/support/stores.ts'],
  // Each file makes stores of its own; what they share is code, which takes two seconds to load.
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/**
 * Client build by default; `--ssr` builds the server (one Node bundle with the page renderer inside).
 * CSS module class names must be the same in both builds, so they are derived from file and class only.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tokensPlugin(FOLDERS, { omitsUnused: true }),
    designPlugin(),
    ...classNames,
    react({ jsxImportSource: '#jsx' }),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' as const },
  ],
  // The server is bundled with its packages, for a quick start and with React built for production whoever starts it;
  // left out are the packages that find files of their own beside themselves.
  ...(isSsrBuild
    ? {
        ssr: { noExternal: true as const, external: ['@electric-sql/pglite', 'pdfkit', 'pg', 'pino', 'piscina'] },
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
          // The platform, its worker threads, and the operator's command beside it.
          input: {
            main: 'src/server/main.ts',
            billing: 'src/server/operator-cli/program.ts',
            'document-worker': 'src/server/documents/threads/document-worker.ts',
            'zip-worker': 'src/server/documents/threads/zip-worker.ts',
            'health-worker': 'src/server/health/health-worker.ts',
          },
          output: {
            entryFileNames: '[name].js',
            // The emulator of the gateway lies apart: production never loads it.
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
        // Lists of all that each part imports weigh more than they save: parts are fetched ahead. Styles must come first.
        modulePreload: { polyfill: false, resolveDependencies: (_file, imports) => imports.filter((file) => file.endsWith('.css')) },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'src/app/entry-browser.ts',
          // Class names and numbers stand where they are used; no chunk is loaded for them.
          optimization: { inlineConst: { mode: 'all' as const, pass: 1 } },
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
                { name: chunkOf, debugName: 'code', includeDependenciesRecursively: false },
              ],
            },
          },
        },
      },
  test: {
    // Tests mostly wait: for a browser, for a database, for a server. Two files at a time suit two cores.
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    // Mails take their colors from it; without a word here every sheet is empty in tests.
    css: { include: [/src\/ui\/tokens\.css/] },
    projects: [
      {
        extends: true as const,
        test: {
          name: 'unit',
          environment: 'node',
          // What needs no document does without one: making it costs more than most of these tests.
          include: ['src/**/*.test.ts', 'design-tokens/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          isolate: false,
          // A busy machine takes seconds to compile all tokens.
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
          // A browser on a busy machine may be late once; what is broken fails twice.
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
          // A worker's files share its browser and the code of the tests.
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
