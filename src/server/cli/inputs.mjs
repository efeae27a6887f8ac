import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const sources = ['src', 'design-tokens', 'vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Matches generated files and tests, which do not affect a build. */
const ignored = /(^|\/)(tokens\.(css|ts)|[^/]+\.test\.tsx?|README\.md)$/;

function* filesIn(path) {
  const entries = readdirSync(path, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesIn(child);
    else yield child;
  }
}

/** Returns a hash over names and contents of all inputs. If the hash is unchanged, no new build is needed. */
export function inputsHash(root) {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    const files = /\.\w+$/.test(source) ? [path] : filesIn(path);
    for (const file of files) {
      const name = relative(root, file);
      if (!ignored.test(name)) hash.update(`\0${name}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

export function builtHash(root) {
  try {
    return readFileSync(join(root, 'dist', 'inputs'), 'utf8');
  } catch {
    return null;
  }
}
