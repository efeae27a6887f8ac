import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

export interface ThreadProgram {
  readonly filename: string;
  /** URL of the tsx loader, which compiles the program if it runs from source; null in a build. */
  readonly loader: string | null;
}

/**
 * Returns the program of a thread: the built file or, if this process runs from source, the source file and its loader.
 * @param source the path in `src/server`, without extension
 */
export function threadProgram(source: string): ThreadProgram {
  const here = new URL(import.meta.url);
  if (here.pathname.endsWith('.ts')) {
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    return { filename: fileURLToPath(new URL(`../${source}.ts`, here)), loader };
  }
  const name = source.split('/').at(-1) ?? source;
  return { filename: fileURLToPath(new URL(`./${name}.js`, here)), loader: null };
}

/** If the program runs from source, inline code registers tsx first, because tsx never compiles the entry file of a thread. */
export function startThread(source: string, options: WorkerOptions = {}): Worker {
  const { filename, loader } = threadProgram(source);
  if (loader === null) return new Worker(filename, options);
  const [api, program] = [new URL('./esm/api/index.mjs', loader).href, pathToFileURL(filename).href];
  const code = `import('${api}').then(({ register }) => (register(), import('${program}')))`;
  return new Worker(code, { ...options, eval: true });
}
