import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin as PostcssPlugin } from 'postcss';
import type { Logger, Plugin, ViteDevServer } from 'vite';
import { inLayer } from './cascade.ts';
import { FOLDERS, type Folders, type Workspace, brokenReferences, openWorkspace } from './check.ts';
import { writeTokens } from './compile.ts';
import { expandCustomMedia } from './custom-media.ts';
import { emitDocs } from './emit-docs.ts';
import { type Problem, TokenError, formatProblem } from './model.ts';
import { UPDATE_EVENT, VIRTUAL_ID, virtualModule } from './virtual-module.ts';

/** Browsers that support light-dark(). For older browsers, the minifier would replace it by code that breaks themes on parts of a page. */
const CSS_TARGET = ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5'];

interface TokensOptions {
  readonly omitsUnused?: boolean;
}

/** In development, saving a token file updates open pages, unless the file has errors. In a build, errors are thrown. */
export function tokensPlugin(folders: Folders = FOLDERS, { omitsUnused = false }: TokensOptions = {}): Plugin {
  let workspace: Workspace | undefined;
  let broken: readonly Problem[] = [];
  let logger: Logger | undefined;
  let compiling: Promise<void> = Promise.resolve();

  return {
    name: 'design-tokens',
    enforce: 'pre',

    config: (_, { command }) => ({
      build: { cssTarget: CSS_TARGET },
      // Removes unused tokens in PostCSS, because the token sheet is already inlined by `@import` when PostCSS runs.
      ...(omitsUnused && command === 'build' ? { css: { postcss: { plugins: [withoutUnused(() => workspace)] } } } : {}),
    }),

    async configResolved(config) {
      logger = config.logger;
      workspace = await openWorkspace(folders);
      writeTokens(workspace.compiled, folders.repository);
      const faults = [...workspace.compiled.problems, ...(config.command === 'build' ? brokenReferences(workspace) : [])];
      if (faults.length === 0) return;
      if (config.command === 'build') throw new TokenError(faults);
      logger.warn(describe('tokens: compiled, but design rules are broken', faults));
    },

    configureServer(server) {
      watchJson(server, folders.tokens, () => {
        // Compiles one saved text after the other, so that the last text wins.
        compiling = compiling.then(() => recompile(server));
      });
    },

    resolveId: (id) => (id === VIRTUAL_ID ? `\0${VIRTUAL_ID}` : undefined),

    load: (id) => (id === `\0${VIRTUAL_ID}` && workspace !== undefined ? virtualModule({ docs: emitDocs(workspace), broken }) : undefined),

    transform: {
      filter: { id: /\.css(\?|$)/ },
      handler(code, id) {
        const [file = '', query = ''] = id.split('?');
        if (/(^|&)(raw|url)\b/.test(query) || workspace === undefined) return undefined;
        const expanded = inLayer(expandCustomMedia(code, workspace.compiled.media), file);
        return expanded === code ? undefined : { code: expanded, map: null };
      },
    },
  };

  async function recompile(server: ViteDevServer): Promise<void> {
    const before = workspace;
    try {
      const next = await openWorkspace(folders);
      const cut = before === undefined ? [] : newlyBroken(before, next);
      if (cut.length > 0) throw new TokenError(cut);
      workspace = next;
      broken = [];
      const written = writeTokens(next.compiled, folders.repository);
      if (written.length > 0)
        logger?.info(`tokens: wrote ${written.map((file) => relative(folders.repository, file)).join(', ')}`, { timestamp: true });
      if (next.compiled.problems.length > 0)
        logger?.warn(describe('tokens: compiled, but design rules are broken', next.compiled.problems), { timestamp: true });
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      broken = error.problems;
      logger?.error(describe('tokens: the last good style sheet stays in place', broken), { timestamp: true });
    }
    publish(server, before);
  }

  function publish(server: ViteDevServer, before: Workspace | undefined): void {
    if (workspace === undefined) return;
    const module = server.environments.client.moduleGraph.getModuleById(`\0${VIRTUAL_ID}`);
    if (module !== undefined) {
      server.environments.client.moduleGraph.invalidateModule(module);
      server.environments.client.hot.send(UPDATE_EVENT, { docs: emitDocs(workspace), broken });
    }
    // If a breakpoint has changed, every style sheet with queries must be loaded again.
    if (before !== undefined && String([...before.compiled.media]) !== String([...workspace.compiled.media])) {
      server.environments.client.moduleGraph.invalidateAll();
      server.environments.client.hot.send({ type: 'full-reload' });
    }
  }
}

/** Returns references that worked with the old tokens but not with the new ones, because a used token was removed. */
function newlyBroken(before: Workspace, after: Workspace): Problem[] {
  const known = new Set(brokenReferences({ ...after, registry: before.registry }).map(({ file, path }) => `${file} ${path}`));
  return brokenReferences(after).filter(({ file, path }) => !known.has(`${file} ${path}`));
}

/** Pause after a change event, in milliseconds. A save may cause several events; at the first event, the file may be empty. */
const SETTLE_MS = 60;

function watchJson(server: ViteDevServer, folder: string, changed: () => void): void {
  if (existsSync(folder)) server.watcher.add(folder);
  let pending: ReturnType<typeof setTimeout> | undefined;
  const prefix = join(folder, sep);
  for (const event of ['add', 'change', 'unlink'] as const) {
    server.watcher.on(event, (file) => {
      if (!file.startsWith(prefix) || !file.endsWith('.json')) return;
      clearTimeout(pending);
      pending = setTimeout(changed, SETTLE_MS);
    });
  }
}

function describe(headline: string, problems: readonly Problem[]): string {
  return [headline, ...problems.map((problem) => `  ${formatProblem(problem)}`)].join('\n');
}

const withoutUnused = (workspace: () => Workspace | undefined): PostcssPlugin => ({
  postcssPlugin: 'without-unused-tokens',
  Declaration(declaration) {
    const { registry, usage } = workspace() ?? {};
    const path = registry?.properties.get(declaration.prop);
    if (path !== undefined && usage?.has(path) === false) declaration.remove();
  },
});
