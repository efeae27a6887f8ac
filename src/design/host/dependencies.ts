import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Folder of a component or section, relative to `src`, for example `ui/Button` or `billing/credits`. */
export type Part = string;

const areas = ['ui', 'billing'] as const;

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](#(?:ui|billing)\/[^'"]+|\.\/[^'"]+)['"]/g;

const partOf = (path: string): Part => path.split('/').slice(0, 2).join('/');

/** Returns the parts that each part renders, directly or indirectly. State files are included, tests are not. */
export function partDependencies(repository: string): Readonly<Record<Part, readonly Part[]>> {
  const direct = new Map<Part, Set<Part>>();
  for (const file of sourceFiles(repository)) {
    const part = partOf(file);
    const imported = direct.get(part) ?? new Set<Part>();
    for (const [, specifier = ''] of readFileSync(join(repository, 'src', file), 'utf8').matchAll(IMPORT)) {
      const target = specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(file), specifier);
      imported.add(partOf(target));
    }
    direct.set(part, imported);
  }
  return Object.fromEntries([...direct.keys()].map((part) => [part, [...reached(direct, part)]]));
}

function reached(direct: ReadonlyMap<Part, ReadonlySet<Part>>, start: Part): ReadonlySet<Part> {
  const visited = new Set<Part>();
  const queue = [start];
  for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
    if (visited.has(part)) continue;
    visited.add(part);
    queue.push(...(direct.get(part) ?? []));
  }
  return visited;
}

/** Returns paths of scripts relative to `src`. Files directly in an area are omitted, because they belong to no part. */
function sourceFiles(repository: string): string[] {
  return areas.flatMap((area) =>
    readdirSync(join(repository, 'src', area), { recursive: true, encoding: 'utf8' })
      .map((entry) => `${area}/${entry.replaceAll('\\', '/')}`)
      .filter((file) => /^\w+\/[^/]+\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)),
  );
}
