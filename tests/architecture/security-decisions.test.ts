import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { failureStatusCodes } from '#server/platform-error.ts';
import { idleMs } from '#server/store/sessions.ts';
import { sourceFiles } from './source-files.ts';

// Checks the rows of the ASVS table in src/server/SECURITY.md that state which features the platform lacks.

const text = (path: string): string => readFileSync(path, 'utf8');
const running = sourceFiles(/^src\/(server|contract|lib|sandbox)\/.*\.tsx?$/).filter(
  ({ path }) => !/\.test\.tsx?$/.test(path) && !path.startsWith('src/server/cli/'),
);
interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}
const lock = JSON.parse(text('package-lock.json')) as { packages: Record<string, LockedPackage> };
const locked = Object.entries(lock.packages).filter(([folder]) => folder !== '');

const found = (form: RegExp, files = running): string[] => files.flatMap(({ path, text: source }) => (form.test(source) ? [path] : []));

const forbidden: readonly (readonly [what: string, form: RegExp, fault: string])[] = [
  ['a command of the system', /['"](node:)?child_process['"]/, "import { exec } from 'node:child_process';"],
  ['code that is made at run time', /['"](node:)?vm['"]|\beval\(|\bnew Function\(/, 'eval(text);'],
  ['a template engine', /from ['"](ejs|handlebars|mustache|nunjucks|pug)['"]/, "import ejs from 'ejs';"],
  ['a directory', /from ['"](ldapjs|ldapts|activedirectory2?)['"]/, "import { Client } from 'ldapts';"],
  [
    'an XML parser',
    /from ['"](xml2js|libxmljs2?|sax|saxes|@xmldom\/xmldom)['"]|\bXMLParser\b|\bDOMParser\b/,
    "import { XMLParser } from 'fast-xml-parser';",
  ],
  [
    'GraphQL, WebSocket or WebRTC',
    /from ['"](graphql|ws|socket\.io)['"]|\bupgradeWebSocket\b|\bRTCPeerConnection\b/,
    "import ws from 'ws';",
  ],
  ['a broken hash', /createHash\(['"](md5|sha-?1)['"]\)/i, "createHash('md5').update(token)"],
  ['a password of a member', /\b(bcrypt|argon2|scrypt|pbkdf2)(Sync)?\b|\bpasswordHash\b/, 'const hash = scryptSync(password, salt, 32);'],
];

it.each(forbidden)('nothing that runs uses %s', (_, form, fault) => {
  expect(running.length).toBeGreaterThan(500);
  expect(found(form)).toEqual([]);
  expect(found(form, [{ path: 'src/server/fault.ts', text: fault }])).toEqual(['src/server/fault.ts']);
});

it('patterns are constants: no file but these builds one, each from our own texts', () => {
  expect(found(/\bnew RegExp\(/).toSorted()).toEqual([
    'src/lib/statement/journal-forms.ts',
    'src/lib/tax-id-prefix.ts',
    'src/server/documents/text-runs.ts',
    'src/server/http/turns/request-kinds.ts',
    'src/server/notices/compose-email.ts',
    'src/server/notices/email-colors.ts',
  ]);
});

it('chance that others can predict decides nothing but a pause', () => {
  expect(found(/\bMath\.random\(/)).toEqual(['src/server/database/repeated-work.ts']);
});

it('secrets of the environment are read in one place: the programs hand it to the settings, and nothing else sees it', () => {
  expect(found(/\bprocess\.env\b/).toSorted()).toEqual(['src/server/main.ts', 'src/server/operator-cli/program.ts']);
});

it('the lifetimes of sessions are those of the documents', () => {
  const hours = idleMs / 3_600_000;
  const [, days] = /const absoluteMs = (\d+) \* 24 \* 60 \* minuteMs;/.exec(text('src/server/http/session.ts')) ?? [];
  const decisions = text('src/server/DECISIONS.md').replaceAll(/\s+/g, ' ');
  expect(decisions).toContain(`${hours} hours of idleness and ${days} days in all`);
});

it('no failure asks a member to sign in a second time: the bank confirms what moves money', () => {
  expect(Object.keys(failureStatusCodes).filter((code) => /reauthentic|step_up|second_sign_in/.test(code))).toEqual([]);
  expect(failureStatusCodes.authentication_required).toBe(402);
  expect(text('src/server/DECISIONS.md')).toMatch(/audit/i);
});

it('packages are locked by version and hash, and run no script when they are installed', () => {
  expect(locked.length).toBeGreaterThan(500);
  expect(locked.filter(([, { integrity, link }]) => !integrity && !link).map(([folder]) => folder)).toEqual([]);
  const { dependencies, devDependencies } = JSON.parse(text('package.json')) as Record<string, Record<string, string>>;
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
  expect(loose).toEqual([]);
  expect(text('.npmrc').split('\n')).toContain('ignore-scripts=true');
});

it('the times for mending faults are promised where they are reported', () => {
  expect(text('.github/SECURITY.md')).toMatch(/severe: 7 days, others: 30 days/);
  expect(text('src/server/SECURITY.md')).toMatch(/severe faults of packages are fixed within 7 days, others within 30/);
});
