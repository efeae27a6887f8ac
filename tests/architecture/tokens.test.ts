import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FOLDERS, openWorkspace, workspaceProblems } from '#tokens/build/check.ts';
import { formatJson } from '#tokens/build/format.ts';
import { formatProblem } from '#tokens/build/model.ts';

describe('design tokens and style sheets of this repository', () => {
  it('pass every gate', async () => {
    const workspace = await openWorkspace();
    expect(workspace.project.styles.size).toBeGreaterThan(0);
    expect(workspaceProblems(workspace).map(formatProblem)).toEqual([]);
  });

  it('keep the one layout of token files, so that a change shows only its own lines', () => {
    const files = readdirSync(FOLDERS.tokens, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
    const texts = files.map((file) => ({ file, text: readFileSync(join(FOLDERS.tokens, file), 'utf8') }));
    expect(texts.filter(({ text }) => formatJson(JSON.parse(text)) !== text).map(({ file }) => file)).toEqual([]);
  });
});
