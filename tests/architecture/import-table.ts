import { posix } from 'node:path';

const ofBilling = ['src/server/domain', 'src/server/database', 'src/server/store', 'src/contract', 'src/lib'];

/** Folders or files that an area may import in addition to itself. The longest matching area applies to a file. */
export const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/contract': [],
  'src/client': [],
  'src/lib': ['src/contract'],
  'src/ui': ['src/lib'],
  'src/billing': ['src/ui', 'src/lib', 'src/contract'],
  // The design page edits and recompiles the tokens that it shows, and lists the states of the accessibility tests.
  'src/design': ['src/app', 'src/billing', 'src/ui', 'src/lib', 'src/contract', 'design-tokens', 'a11y/states'],
  'src/app': ['src/billing', 'src/ui', 'src/lib', 'src/contract'],
  'src/server/domain': ['src/contract', 'src/lib'],
  'src/server/database': ['src/server/domain', 'src/server/start/start-error.ts', 'src/contract', 'src/lib'],
  'src/server/store': ['src/server/domain', 'src/server/database', 'src/contract', 'src/lib'],
  // Subfolders import each other in one direction only. Every subfolder must be in the table.
  'src/server/billing': [],
  'src/server/billing/limits': ofBilling,
  'src/server/billing/approvals': ofBilling,
  'src/server/billing/notices': ofBilling,
  'src/server/billing/periods': [...ofBilling, 'src/server/billing/limits'],
  'src/server/billing/price-books': [...ofBilling, 'src/server/billing/approvals', 'src/server/billing/periods'],
  'src/server/billing/restrictions': [
    ...ofBilling,
    'src/server/billing/invoices',
    'src/server/billing/notices',
    'src/server/billing/periods',
  ],
  'src/server/billing/costs': [...ofBilling, 'src/server/billing/periods'],
  'src/server/billing/budgets': [
    ...ofBilling,
    'src/server/billing/limits',
    'src/server/billing/periods',
    'src/server/billing/restrictions',
  ],
  'src/server/billing/invoices': [...ofBilling, 'src/server/billing/limits', 'src/server/billing/notices', 'src/server/billing/periods'],
  'src/server/billing/price-tags': [...ofBilling, 'src/server/billing/periods'],
  'src/server/billing/usage': [
    ...ofBilling,
    'src/server/billing/approvals',
    'src/server/billing/budgets',
    'src/server/billing/invoices',
    'src/server/billing/limits',
    'src/server/billing/periods',
    'src/server/billing/restrictions',
  ],
  'src/server/documents': [
    'src/server/database',
    'src/server/store',
    'src/server/threads',
    'src/server/fairness',
    'src/contract',
    'src/lib',
  ],
  'src/server/fairness': [],
  'src/server/threads': [],
  // Health and metrics, and the separate thread that serves them.
  'src/server/health': ['src/server/database', 'src/server/store', 'src/server/settings', 'src/server/threads', 'src/server/context.ts'],
  // Neither the gateway emulator nor the gateway port may depend on the platform.
  'src/sandbox': [],
  'src/server/gateway': [],
  'src/server/payments': [
    'src/server/background',
    'src/server/domain',
    'src/server/database',
    'src/server/store',
    'src/server/billing',
    'src/server/gateway',
    'src/sandbox',
    'src/server/platform-error.ts',
    'src/server/clock.ts',
    'src/server/settings',
    'src/server/tracing/log.ts',
    'src/contract',
    'src/lib',
  ],
  'src/server/notices': [
    'src/server/domain',
    'src/server/database',
    'src/server/store',
    'src/server/documents',
    'src/server/background',
    'src/server/clock.ts',
    'src/server/settings',
    'src/server/tracing/log.ts',
    'src/server/tracing/metrics.ts',
    'src/ui/tokens.css?raw',
    'src/contract/email-address.ts',
    'src/lib',
  ],
  'src/server/background': ['src/server/database', 'src/server/store', 'src/server/tracing/log.ts'],
  'src/server/jobs': [
    'src/server/domain',
    'src/server/payments',
    'src/server/billing',
    'src/server/database',
    'src/server/store',
    'src/server/clock.ts',
    'src/server/tracing/log.ts',
    'src/lib',
  ],
  'src/server/routes': [
    'src/server/domain',
    'src/server/database',
    'src/server/store',
    'src/server/billing',
    'src/server/payments',
    'src/server/documents',
    'src/server/notices/messages/all-messages.ts',
    'src/server/platform-error.ts',
    'src/server/context.ts',
    'src/contract',
    'src/lib',
  ],
  'src/server/admin': [
    'src/server/domain',
    'src/server/database',
    'src/server/store',
    'src/server/billing',
    'src/server/documents/organization-export.ts',
    'src/server/payments/guards.ts',
    'src/server/payments/ids.ts',
    'src/server/payments/refunds/refund-payment.ts',
    'src/server/payments/change-by-staff.ts',
    'src/server/payments/collect.ts',
    'src/server/payments/context.ts',
    'src/server/payments/recipients.ts',
    'src/server/webhooks',
    'src/server/notices/messages/all-messages.ts',
    'src/server/notices/read-bounce.ts',
    'src/server/platform-error.ts',
    'src/server/validate-input.ts',
    'src/contract',
    'src/lib',
  ],
  'src/server/webhooks': [
    'src/server/background',
    'src/server/database',
    'src/server/store',
    'src/server/clock.ts',
    'src/server/tracing/log.ts',
    'src/server/tracing/metrics.ts',
    'src/contract',
  ],
  // The operator command calls the same use cases as the admin API, without HTTP.
  'src/server/operator-cli': [
    'src/server/domain/staff',
    'src/server/admin',
    'src/server/webhooks/checked-address.ts',
    'src/server/database',
    'src/server/store',
    'src/server/payments/ids.ts',
    'src/server/payments/events.ts',
    'src/server/gateway/stripe/create-gateway.ts',
    'src/server/sign-in/identity-provider.ts',
    'src/server/notices/smtp.ts',
    'src/server/start/adopt-gateway.ts',
    'src/server/clock.ts',
    'src/server/settings',
    'src/server/tracing/log.ts',
    'src/server/start/outside-parts.ts',
    'src/server/platform-error.ts',
    'src/server/start/start-error.ts',
    'src/server/start/start-images.ts',
    'src/contract',
    'src/lib',
  ],
  'src/server/sign-in': ['src/server/database', 'src/server/store', 'src/server/settings'],
  'src/server/seed': [
    'src/server/domain',
    'src/server/database',
    'src/server/store',
    'src/server/billing',
    'src/server/payments',
    'src/server/gateway',
    'src/sandbox',
    'src/server/clock.ts',
    'src/server/tracing/log.ts',
    'src/contract',
    'src/lib',
  ],
  // This folder may import `payments/events.ts` for gateway events and `seed/members.ts` for the demo members at sign-in. Other calls use
  // routes.
  'src/server/http': [
    'src/server/domain',
    'src/server/database',
    'src/server/store',
    'src/server/routes',
    'src/server/health',
    'src/server/admin',
    'src/server/webhooks/checked-address.ts',
    'src/server/sign-in',
    'src/server/notices/email-colors.ts',
    'src/server/notices/examples.ts',
    'src/server/payments/events.ts',
    'src/server/validate-input.ts',
    'src/server/platform-error.ts',
    'src/server/fairness',
    'src/server/reference/documents.ts',
    'src/server/reference/guides.ts',
    'src/server/seed/members.ts',
    'src/server/settings',
    'src/server/context.ts',
    'src/server/tracing/trace-requests.ts',
    'src/server/tracing/log.ts',
    'src/server/tracing/service-objectives.ts',
    'src/contract',
    'src/lib',
  ],
  // Only this folder reads the environment.
  'src/server/settings': [
    'src/server/domain',
    'src/server/database/connection-settings.ts',
    'src/server/database/secret-keys.ts',
    'src/server/database/settings.ts',
    'src/server/start/start-error.ts',
    'src/contract',
    'src/lib',
  ],
  'src/server/tracing': ['src/server/database/database.ts', 'src/server/store/retention', 'src/server/settings', 'src/contract'],
  'src/server/start': [
    'src/server/health/health-thread.ts',
    'src/server/domain/staff',
    'src/server/database',
    'src/server/store',
    'src/server/payments',
    'src/server/seed/members.ts',
    'src/server/seed/organization-seed.ts',
    'src/server/seed/seed.ts',
    'src/server/settings',
    'src/server/tracing/log.ts',
    'src/server/clock.ts',
    'src/server/context.ts',
    'src/lib',
  ],
  'src/server/deploy': [],
  'src/server/reference': ['src/contract'],
  // The commands start the program as a process, so they import no code of the program.
  'src/server/cli': [
    'src/sandbox',
    'src/server/documents',
    'src/server/http/openapi.ts',
    'src/server/http/admin/admin-openapi.ts',
    'src/client',
  ],
  // The composition root, and the only area that renders pages.
  'src/server': ['src/contract', 'src/lib', 'src/app/entry-server.tsx'],
  'design-tokens': [],
  tests: ['src', 'design-tokens', 'a11y'],
  a11y: ['src', 'tests'],
};

/** Packages that only one area may import, so that only this area changes if a package is replaced. */
export const packageHomes: Readonly<Record<string, readonly string[]>> = {
  commander: ['src/server/operator-cli'],
  'cli-progress': ['src/server/operator-cli'],
  'react-aria-components': ['src/ui'],
  'react-aria': ['src/ui'],
  'react-stately': ['src/ui'],
  stripe: ['src/server/gateway'],
  'openid-client': ['src/server/sign-in'],
  jose: ['src/server/sign-in'],
  '@modelcontextprotocol/sdk': ['src/server/http'],
  standardwebhooks: ['src/server/webhooks'],
  luxon: ['src/lib/dates'],
  nodemailer: ['src/server/notices'],
  mailparser: ['src/server/notices'],
  '@stripe/react-stripe-js': ['src/billing/shared/payment'],
  '@hcaptcha/react-hcaptcha': ['src/billing/shared/payment'],
  'drizzle-orm': ['src/server/database', 'src/server/store', 'src/server/billing'],
  '@electric-sql/pglite': ['src/server/database'],
  pg: ['src/server/database'],
  'pg-boss': ['src/server/database'],
  'fast-xml-parser': ['src/server/documents'],
  pdfkit: ['src/server/documents'],
  piscina: ['src/server/documents'],
  'bidi-js': ['src/server/documents'],
  harfbuzzjs: ['src/server/documents'],
  yazl: ['src/server/documents'],
};

/** Areas that production never loads, with the areas that may import them statically. All others must use `import type` or `import()`. */
const loadedLate: Readonly<Record<string, readonly string[]>> = {
  'src/sandbox': ['src/sandbox', 'src/server/seed', 'src/server/cli', 'tests', 'a11y'],
  'src/server/seed/seed.ts': ['src/server/seed', 'tests', 'a11y'],
};

const importPattern = /(?:\bimport|\bexport)\s+(?:type\s+)?(?:[^'"()]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

const within = (file: string, area: string): boolean => file === area || file.startsWith(`${area}/`);

export const areaOf = (file: string): string | undefined =>
  Object.keys(allowed)
    .filter((area) => within(file, area))
    .toSorted((a, b) => b.length - a.length)[0];

export function targetOf(file: string, specifier: string): string | null {
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
  if (/\.test\.tsx?$/.test(file) && (within(target, 'tests/support') || within(target, 'tests/oracle'))) return null;
  const ok = allowed[area]?.some((home) => within(target, home)) ?? false;
  return ok ? null : `${area} may not import ${target}`;
}

function lateFault(file: string, statement: string, specifier: string): string | null {
  if (/^(import|export)\s+type\b|^import\(/.test(statement) || /\.test\.tsx?$/.test(file)) return null;
  const target = targetOf(file, specifier);
  const late = Object.entries(loadedLate).find(([area]) => target !== null && within(target, area));
  return late && !late[1].some((home) => within(file, home)) ? `${target} is loaded by import() only` : null;
}

function packageFault(file: string, name: string): string | null {
  if (within(file, 'src/contract') && name !== 'zod') return 'the contract imports the schema library only';
  const homes = packageHomes[name];
  if (!homes || !file.startsWith('src/')) return null;
  return homes.some((home) => within(file, home)) ? null : `${name} belongs to ${homes.join(', ')}`;
}

function sectionFault(file: string, target: string): string | null {
  const sectionOf = (path: string) => /^src\/billing\/([^/]+)\//.exec(path)?.[1] ?? null;
  const [from, to] = [sectionOf(file), sectionOf(target)];
  if (from === null || to === null || from === to || to === 'shared') return null;
  return `section ${from} may not import section ${to}`;
}

export function importFaults(file: string, source: string): string[] {
  const faults: string[] = [];
  for (const [statement, from, dynamic] of source.matchAll(importPattern)) {
    const specifier = from ?? dynamic ?? '';
    const why = fault(file, specifier) ?? lateFault(file, statement, specifier);
    if (why) faults.push(`${file}: ${specifier}: ${why}`);
  }
  return faults;
}

export const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(importPattern)].flatMap(([, from, dynamic]) => targetOf(file, from ?? dynamic ?? '') ?? []);

export function importCircles(files: readonly { readonly path: string; readonly text: string }[]): string[][] {
  const graph = new Map(files.map(({ path, text }) => [path, importsOf(path, text)]));
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>();
    const waiting = [...(graph.get(from) ?? [])];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      waiting.push(...(graph.get(file) ?? []));
    }
    return seen;
  };
  const reached = new Map([...graph.keys()].map((path) => [path, reach(path)]));
  const circles = new Set<string>();
  for (const [path, targets] of reached) {
    if (!targets.has(path)) continue;
    circles.add(
      [...targets]
        .filter((other) => reached.get(other)?.has(path))
        .toSorted()
        .join(' '),
    );
  }
  return [...circles].map((circle) => circle.split(' '));
}
