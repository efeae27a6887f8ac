import { gzipSync } from 'node:zlib';
import { type Folders, openWorkspace, releasable, workspaceProblems } from './check.ts';
import { compileTokens, writeTokens } from './compile.ts';
import { releaseTokens } from './edit.ts';
import { readFrom } from './definitions.ts';
import { emitDocs } from './emit-docs.ts';
import { formatProblem } from './model.ts';
import { cssName, nearest } from './names.ts';

export interface Outcome {
  readonly lines: readonly string[];
  readonly exitCode: 0 | 1;
}

type Command = (folders: Folders, argument: string | undefined) => Promise<Outcome>;

export const COMMANDS: Readonly<Record<string, { readonly summary: string; readonly run: Command }>> = {
  build: { summary: 'compile into src/ui/tokens.css and src/ui/tokens.ts', run: build },
  check: { summary: 'run every gate over the tokens and src/', run: check },
  usage: { summary: 'list every use of a token, for example: usage color.text.owed', run: usage },
  release: { summary: 'remove the reserved marker of tokens that are in use', run: release },
  docs: { summary: 'print the data of the token pages as JSON', run: docs },
};

async function build({ tokens, repository }: Folders): Promise<Outcome> {
  const started = performance.now();
  const compiled = await compileTokens(readFrom(tokens));
  const written = writeTokens(compiled, repository).map((file) => file.slice(repository.length + 1));
  const elapsed = Math.round(performance.now() - started);
  const size = gzipSync(compiled.css).length;
  const lines = [
    `Tokens compiled in ${elapsed} ms, ${size} bytes gzip; ${written.length === 0 ? 'nothing changed' : `wrote ${written.join(', ')}`}.`,
  ];
  return { lines: [...lines, ...compiled.problems.map(formatProblem)], exitCode: compiled.problems.length === 0 ? 0 : 1 };
}

async function check(folders: Folders): Promise<Outcome> {
  const workspace = await openWorkspace(folders);
  const problems = workspaceProblems(workspace);
  const stale = releasable(workspace);
  const notice =
    stale.length === 0
      ? []
      : [`${stale.length} reserved tokens are in use by now; the command "release" removes the marker: ${stale.join(', ')}`];
  const summary = `${workspace.registry.tokens.size} tokens and ${workspace.project.styles.size} style sheets checked: ${count(problems.length, 'problem')}.`;
  return { lines: [...problems.map(formatProblem), ...notice, summary], exitCode: problems.length === 0 ? 0 : 1 };
}

async function usage(folders: Folders, name: string | undefined): Promise<Outcome> {
  const { registry, usage: index } = await openWorkspace(folders);
  if (name === undefined) return { lines: ['usage needs the path of a token, for example color.text.owed'], exitCode: 1 };
  if (!registry.tokens.has(name)) {
    const close = nearest(name, registry.tokens.keys());
    return { lines: [`${name} is no token${close === undefined ? '' : `; did you mean ${close}?`}`], exitCode: 1 };
  }
  const uses = index.get(name) ?? [];
  const lines = uses.map(
    ({ file, line, where, through }) => `${file}:${line}  ${where}${through === undefined ? '' : `  (through ${through})`}`,
  );
  return { lines: [...lines, `${name} (${cssName(name)}): ${count(uses.length, 'use')}.`], exitCode: 0 };
}

async function release(folders: Folders): Promise<Outcome> {
  const workspace = await openWorkspace(folders);
  const changed = releaseTokens(folders.tokens, workspace.registry.tokens, releasable(workspace));
  return { lines: [...changed, `${count(changed.length, 'file')} changed.`], exitCode: 0 };
}

async function docs(folders: Folders): Promise<Outcome> {
  return { lines: [JSON.stringify(emitDocs(await openWorkspace(folders)))], exitCode: 0 };
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
