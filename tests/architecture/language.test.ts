import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

// Plain English, names that can be found, and files that are worth opening: counted, so that none of it slides back.

const hardWords =
  /\b(anew|meanwhile|whoever|whom|nobody|is told|are told|past (the|its|what|their) (quota|plan|included)|can not|taken back|called off)\b/i;

interface Line {
  readonly text: string;
  readonly isComment: boolean;
}

/** The lines of a source, each as comment or as code; a comment behind code counts as a comment. */
function linesOf(source: string): Line[] {
  let isInside = false;
  return source.split('\n').map((text) => {
    const start = text.trim();
    const opens = start.startsWith('/*') || start.startsWith('{/*');
    const isComment = isInside || opens || start.startsWith('//') || /\s\/\/ /.test(text);
    if (opens) isInside = true;
    if (text.includes('*/')) isInside = false;
    return { text, isComment };
  });
}

const isTest = (path: string): boolean => /\.test\.tsx?$|test-support|\/testing\//.test(path);
const files = sourceFiles(/^src\/.*\.tsx?$/).filter(({ path }) => !isTest(path));
const hits = (isComment: boolean): string[] =>
  files.flatMap(({ path, text }) =>
    linesOf(text).flatMap((line) => (line.isComment === isComment && hardWords.test(line.text) ? [`${path}: ${line.text.trim()}`] : [])),
  );

describe('language', () => {
  it('says nothing in words that a tired reader stumbles over', () => {
    expect(hits(false)).toEqual([]);
  });

  it('comments in plain words', () => {
    expect(hits(true).length).toBeLessThanOrEqual(20);
  });

  it('tells comments from texts', () => {
    const [comment, text, behind] = linesOf('/** Sent anew. */\nconst a = "sent anew";\nconst b = 1; // sent anew');
    expect([comment?.isComment, text?.isComment, behind?.isComment]).toEqual([true, false, true]);
  });

  it('gives exports names of two words, but for tables and a few', () => {
    const bare = files
      .filter(({ path }) => !path.includes('.states.'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export (?:async )?(?:const|function\*?|let) ([a-z]+\d*)\b(?![A-Z])/gm)].map(([, name]) => `${path}: ${name}`),
      );
    // The names are in the message where there are too many.
    expect(bare.length > 30 ? bare : []).toEqual([]);
  });
});

describe('files', () => {
  it('hold enough to be worth a file', () => {
    const small = files.filter(
      ({ path, text }) => !path.includes('.states.') && text.trimEnd().split('\n').length <= 20 && !/\.d\.m?ts$/.test(text),
    );
    expect(small.length).toBeLessThanOrEqual(130);
  });

  it('lie in folders that can be looked through', () => {
    const counts = new Map<string, number>();
    for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
  });
});
