import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { OUTPUTS } from './compile.ts';

export interface Project {
  readonly styles: ReadonlyMap<string, string>;
  /** TypeScript files except tests, because a use in a test does not count. */
  readonly scripts: ReadonlyMap<string, string>;
}

/** Omits generated files, because they contain the names of all tokens. */
export function readProject(repository: string): Project {
  const styles = new Map<string, string>();
  const scripts = new Map<string, string>();
  const root = join(repository, 'src');
  if (!existsSync(root)) return { styles, scripts };
  const generated: readonly string[] = Object.values(OUTPUTS);
  for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = `src/${entry.replaceAll('\\', '/')}`;
    if (generated.includes(file)) continue;
    if (file.endsWith('.css')) styles.set(file, readFileSync(join(repository, file), 'utf8'));
    else if (/\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)) scripts.set(file, readFileSync(join(repository, file), 'utf8'));
  }
  return { styles, scripts };
}
