import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// The documents mark procedures that no test can run as "not tested". Each mark states the exact command for operators.

const home = 'src/server/deploy';
const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);
const documents = ['README.md', 'tests/README.md', ...filesIn(home), ...filesIn('.github')].filter((name) => name.endsWith('.md'));

const bareMarks = (text: string): string[] =>
  text
    .split(/\n\n|\n(?=\|)/)
    .filter((part) => /\bnot tested\b/i.test(part) && !/\bnot tested\b[\s\S]*?`[a-z_]+ [^`]+`/i.test(part))
    .map((part) => part.trim().slice(0, 80));

it('every mark "not tested" names a command', () => {
  const marked = documents.filter((name) => /\bnot tested\b/i.test(readFileSync(name, 'utf8')));
  expect(marked.length).toBeGreaterThan(1);
  expect(marked.flatMap((name) => bareMarks(readFileSync(name, 'utf8')).map((mark) => `${name}: ${mark}`))).toEqual([]);
});

it('notices a mark without a command', () => {
  expect(bareMarks('The cluster was not tested.\n\nRun `npm test -- --all`.')).toEqual(['The cluster was not tested.']);
  expect(bareMarks('| image | not tested: `docker build .` |\n| cluster | not tested |')).toEqual(['| cluster | not tested |']);
});

it('the commands of compose and image name files that are there', () => {
  const texts = documents.map((name) => readFileSync(name, 'utf8')).join('\n');
  const commands = [...texts.matchAll(/`docker (?:build|compose)\s[^`]+`/g)].map(([command]) => command.replace(/\s+/g, ' '));
  expect(commands.length).toBeGreaterThan(2);
  for (const command of commands) {
    const [, file = ''] = /-f (\S+)/.exec(command) ?? [];
    expect([command, readdirSync(home).map((name) => `${home}/${name}`)]).toEqual([command, expect.arrayContaining([file])]);
  }
});
