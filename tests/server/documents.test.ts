import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runScript } from '#tests/support/built-program.ts';

// Scripts, files, commands and options in documents for operators must exist.

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

  it('name verbs of the command, with options and arguments that they have', async () => {
    const called = /(?:npm run billing --|(?:dist\/server\/billing\.js)|(?<![\w/.-])billing)((?: [\w<>[\]"'=.:@/$-]+)+)/g;
    const calls = lines.flatMap(({ file, text }) =>
      [...text.matchAll(called)].map(([, words = '']) => ({ file, words: words.trim().split(' ') })),
    );
    const help = new Map<string, Promise<string>>();
    const helpOf = (words: readonly string[]): Promise<string> => {
      const name = words.join(' ');
      const found = help.get(name) ?? runScript({}, ['dist/server/billing.js', ...words, '--help']).then(({ output }) => output);
      help.set(name, found);
      return found;
    };
    const top = await helpOf([]);
    const isCommand = (within: string, word: string): boolean => new RegExp(`^  ${word}[ |]`, 'm').test(within.split('Commands:')[1] ?? '');
    const faults: string[] = [];
    const seen: string[] = [];
    for (const { file, words } of calls) {
      const [noun = '', verb = ''] = words;
      if (noun.startsWith('-') || !isCommand(top, noun)) continue;
      const ofNoun = await helpOf([noun]);
      const hasVerbs = ofNoun.includes('Commands:');
      if (hasVerbs && verb !== '' && !isCommand(ofNoun, verb)) faults.push(`${file}: billing ${noun} has no ${verb}`);
      const helpText = hasVerbs && verb !== '' ? await helpOf([noun, verb]) : ofNoun;
      for (const option of words.filter((word) => word.startsWith('--') && word !== '--help' && word !== '--json'))
        if (!helpText.includes(option.split('=')[0] ?? '')) faults.push(`${file}: billing ${noun} ${verb} has no ${option}`);
      seen.push(`${noun} ${verb}`);
    }
    expect(new Set(seen).size).toBeGreaterThan(15);
    expect(faults).toEqual([]);
  }, 120_000);
});
