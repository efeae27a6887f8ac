import { posix } from 'node:path';

/** What each area of `src` may import besides itself; the longest matching prefix decides. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/contract': [],
  'src/lib': ['src/contract'],
  'src/ui': ['src/lib'],
  'src/billing': ['src/ui', 'src/lib', 'src/contract'],
  // The design page edits and recompiles the tokens that it shows.
  // It also lists the screen states that the accessibility tests look at.
  'src/app/design': ['src/app', 'src/billing', 'src/ui', 'src/lib', 'src/contract', 'design-tokens', 'a11y/states'],
  'src/app': ['src/billing', 'src/ui', 'src/lib', 'src/contract'],
  'src/server/domain': ['src/contract', 'src/lib'],
  'src/server/store': ['src/server/domain', 'src/server/start-error.ts', 'src/contract', 'src/lib'],
  'src/server/documents': ['src/server/domain', 'src/server/store', 'src/contract', 'src/lib'],
  'src/server/payments': ['src/server/domain', 'src/contract', 'src/lib'],
  'src/server/routes': ['src/server', 'src/contract', 'src/lib'],
  'src/server': ['src/contract', 'src/lib', 'src/app/entry-server.tsx'],
  'design-tokens': [],
  tests: ['src', 'design-tokens', 'a11y'],
  a11y: ['src', 'tests'],
};

/** Server parts that only their own layer and the composition may reach. */
const routesMayImport = [
  'src/server/domain',
  'src/server/store',
  'src/server/documents',
  'src/server/payments',
  'src/server/money',
  'src/server/routes',
  'src/server/http',
  'src/server/context.ts',
];

/** Packages that only one place may import, so that they can be replaced or split there. */
const packageHomes: Readonly<Record<string, readonly string[]>> = {
  'react-aria-components': ['src/ui/Dialog'],
  'react-aria': ['src/ui'],
  'react-stately': ['src/ui'],
  stripe: ['src/server/payments'],
  'openid-client': ['src/server/sign-in'],
  jose: ['src/server/sign-in'],
  luxon: ['src/lib/dates'],
  '@stripe/react-stripe-js': ['src/billing/shared/payment'],
  '@hcaptcha/react-hcaptcha': ['src/billing/shared/captcha'],
  'drizzle-orm': ['src/server/store'],
  '@electric-sql/pglite': ['src/server/store'],
  pg: ['src/server/store'],
  pdfkit: ['src/server/documents'],
  'bidi-js': ['src/server/documents'],
};

const importPattern = /(?:\bimport|\bexport)\s+(?:type\s+)?(?:[^'"()]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

const within = (file: string, area: string): boolean => file === area || file.startsWith(`${area}/`);

const areaOf = (file: string): string | undefined =>
  Object.keys(allowed)
    .filter((area) => within(file, area))
    .toSorted((a, b) => b.length - a.length)[0];

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#tokens/')) return specifier.replace('#tokens/', 'design-tokens/');
  if (specifier.startsWith('#tests/') || specifier.startsWith('#a11y/')) return specifier.slice(1);
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  return null;
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function fault(file: string, specifier: string): string | null {
  if (specifier.startsWith('../') || specifier === '..') return 'climbs with ../; import by #area';
  const target = targetOf(file, specifier);
  if (target === null) return packageFault(file, packageOf(specifier));
  const area = areaOf(file);
  if (!area || within(target, area)) return area === 'src/billing' ? sectionFault(file, target) : null;
  if (area === 'src/server/routes' && within(target, 'src/server') && !routesMayImport.some((home) => within(target, home)))
    return 'a route may not import this part of the server';
  if (/\.test\.tsx?$/.test(file) && within(target, 'tests/support')) return null;
  const ok = allowed[area]?.some((home) => within(target, home)) ?? false;
  return ok ? null : `${area} may not import ${target}`;
}

function packageFault(file: string, name: string): string | null {
  if (within(file, 'src/contract') && name !== 'zod') return 'the contract imports the schema library only';
  const homes = packageHomes[name];
  if (!homes || !file.startsWith('src/')) return null;
  return homes.some((home) => within(file, home)) ? null : `${name} belongs to ${homes.join(', ')}`;
}

/** Sections meet in BillingPage and share only `shared`. */
function sectionFault(file: string, target: string): string | null {
  const sectionOf = (path: string) => /^src\/billing\/([^/]+)\//.exec(path)?.[1] ?? null;
  const [from, to] = [sectionOf(file), sectionOf(target)];
  if (from === null || to === null || from === to || to === 'shared') return null;
  return `section ${from} may not import section ${to}`;
}

/** Every import of a file that the table forbids, as "file: specifier: why". */
export function importFaults(file: string, source: string): string[] {
  const faults: string[] = [];
  for (const [, from, dynamic] of source.matchAll(importPattern)) {
    const specifier = from ?? dynamic ?? '';
    const why = fault(file, specifier);
    if (why) faults.push(`${file}: ${specifier}: ${why}`);
  }
  return faults;
}
