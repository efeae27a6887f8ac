import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addVerb, programOf } from '#server/operator-cli/commands.ts';
import { irreversibleBy } from '#server/operator-cli/verbs.ts';

// Checks that scripts, files, commands and options exist if a document for operators mentions them.

const filesBy = (...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

const documents = filesBy('README.md', 'src/server/*.md', '.github/*.md', 'tests/README.md').filter(
  (file) => !file.endsWith('CHANGELOG.md'),
);

interface Snippet {
  readonly file: string;
  readonly text: string;
}

const textOf = (file: string): string => readFileSync(file, 'utf8');

const blocks: readonly Snippet[] = documents.flatMap((file) =>
  [...textOf(file).matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, text = '']) => ({ file, text })),
);

const snippets: readonly Snippet[] = documents.flatMap((file) => {
  const prose = textOf(file).replace(/^ *```\w*\n[\s\S]*?^ *```/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => ({ file, text }));
});
const lines: readonly Snippet[] = [
  ...snippets,
  ...blocks.flatMap(({ file, text }) =>
    text
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => ({ file, text: line.replace(/(^|\s)#.*$/, '') })),
  ),
];

const faultsOf = (find: (text: string) => readonly string[]): string[] =>
  lines.flatMap(({ file, text }) => find(text).map((fault) => `${file}: ${fault} in "${text.trim()}"`));

const idle = (): Promise<never> => Promise.reject(new Error('Nothing runs here'));
const command = programOf({ verb: addVerb, run: idle, irreversible: irreversibleBy(idle), withClient: idle, resetLimits: idle }, {});

const wordsOf = (line: string): string[] => (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));

const commandNamed = (parent: Command, name: string | undefined): Command | undefined => parent.commands.find((one) => one.name() === name);

/** Uses of the billing command in documents. If prose only mentions a subcommand, its arguments may be missing, and `isWhole` is false. */
const calls = lines.flatMap(({ file, text }) => {
  const named = /(npm run billing --|\bbilling\.js|(?<![\w/.-])billing)((?: (?:"[^"]*"|'[^']*'|[^\s|;&>()]+))+)/g;
  return [...text.matchAll(named)].flatMap(([, program, rest = '']) => {
    const words = wordsOf(rest);
    const noun = commandNamed(command, words[0]);
    const named = noun && noun.commands.length > 0 ? 2 : 1;
    return noun ? [{ file, words, isWhole: program !== 'billing' || words.length > named }] : [];
  });
});

function callFault([noun, ...rest]: readonly string[], isWhole: boolean): string | null {
  let called = commandNamed(command, noun);
  let words: readonly string[] = rest;
  if (called && called.commands.length > 0) {
    if (rest.length === 0 && !isWhole) return null;
    const verb = commandNamed(called, rest[0]);
    if (!verb) return `billing ${noun} has no ${rest[0] ?? 'default verb'}`;
    [called, words] = [verb, rest.slice(1)];
  }
  if (!called) return `billing has no ${noun}`;
  // Accepts any option value, because documents contain placeholders for values such as hashes.
  for (const named of called.options) named.argParser((value) => value);
  const { operands, unknown } = called.parseOptions([...words]);
  const option = unknown.find((word) => word !== '--help');
  if (option !== undefined) return `${called.name()} has no ${option}`;
  const extra = operands[called.registeredArguments.length];
  if (extra !== undefined) return `${called.name()} takes no "${extra}"`;
  if (!isWhole || unknown.includes('--help')) return null;
  const argument = called.registeredArguments.find(({ required }, place) => required && operands[place] === undefined);
  if (argument) return `${called.name()} needs <${argument.name()}>`;
  const missing = called.options.find(({ mandatory, long }) => mandatory && !words.some((word) => word.split('=')[0] === long));
  return missing ? `${called.name()} needs ${missing.long}` : null;
}

describe('documents', () => {
  it('have shell blocks that a shell can read', () => {
    expect(blocks.length).toBeGreaterThan(15);
    const faults = blocks.flatMap(({ file, text }) => {
      const indent = /^ */.exec(text)?.[0] ?? '';
      const script = text
        .split('\n')
        .map((line) => line.slice(line.startsWith(indent) ? indent.length : 0))
        .join('\n')
        .replace(/<[a-z-]+>/g, 'placeholder');
      const { stderr } = spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' });
      return stderr === '' ? [] : [`${file}: ${stderr}`];
    });
    expect(faults).toEqual([]);
  });

  it('name scripts of package.json', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Readonly<Record<string, string>> };
    expect(
      faultsOf((text) => [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name).filter((name) => !(name in scripts))),
    ).toEqual([]);
  });

  it('name files that are there', () => {
    const isThere = (path: string): boolean => (path.includes('*') ? filesBy(path).length > 0 : existsSync(path));
    const named = /(?<![\w./-])((?:src|tests|a11y|design-tokens)\/[\w./*@-]+?)(?=[.,:;)]?(?:[\s'"|]|$))/g;
    expect(
      faultsOf((text) =>
        /[{<]/.test(text) ? [] : [...text.matchAll(named)].map(([, path = '']) => path).filter((path) => !isThere(path)),
      ),
    ).toEqual([]);
  });

  it('run the built program where it is deployed', () => {
    const places = ['dist', '/opt/billing/current/dist'];
    const program = /(?<=\bnode (?:--\S+ )*)(\S+)\/server\/(main|billing)\.js/g;
    expect(
      faultsOf((text) => [...text.matchAll(program)].map(([, place = '']) => place).filter((place) => !places.includes(place))),
    ).toEqual([]);
  });

  it('name verbs of the command, with options that they have and every argument that they need', () => {
    const found = calls.map(({ file, words, isWhole }) => ({ file, words, fault: callFault(words, isWhole) }));
    expect(new Set(found.map(({ words }) => words.slice(0, 2).join(' '))).size).toBeGreaterThan(15);
    expect(found.filter(({ fault }) => fault !== null)).toEqual([]);
  });

  it.each([
    ['org put acme', /needs --name/],
    ['webhook test', /needs <endpoint>/],
    ['doctor now', /takes no "now"/],
    ['jobs list --all', /has no --all/],
    ['org dance acme', /has no dance/],
    ['credit grant acme --amount-cents 5 --reason "Slow queries"', /^$/],
  ])('notices the fault of "%s"', (line, fault) => {
    expect(callFault(wordsOf(line), true) ?? '').toMatch(fault);
  });
});
