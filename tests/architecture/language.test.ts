import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  commentsOf,
  linesOfDocument,
  mostLongComments,
  mostProseLines,
  plainFolders,
  proseOf,
  proseRules,
  questionTitles,
  textsOf,
} from './prose-rules.ts';
import { sourceFiles } from './source-files.ts';

// Rules for plain English, searchable names and file sizes, with bounds that prevent regressions.

const hardWords =
  /\b(anew|meanwhile|whoever|whom|nobody|is told|are told|past (the|its|what|their) (quota|plan|included)|can not|taken back|called off)\b/i;

interface Line {
  readonly text: string;
  readonly isComment: boolean;
}

/** Lines of a source, marked as comment or code; a line with a trailing comment counts as a comment. */
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
    expect(bare.length > 30 ? bare : []).toEqual([]);
  });
});

describe('variables', () => {
  const declared = (words: string, sources: readonly { path: string; text: string }[]): string[] =>
    sources.flatMap(({ path, text }) =>
      [...text.matchAll(new RegExp(`\\b(?:const|let) \\[?(${words})\\b`, 'g'))].map(([, name]) => `${path}: ${name}`),
    );
  const never = 'given|asked|told|made|sent';
  const rare = 'found|known|shown|left|done|said|kept|held|chosen|paid|written|seen|taken';

  it('have names that say what was given, asked, told, made or sent', () => {
    expect(declared(never, files)).toEqual([]);
    expect(declared(never, [{ path: 'a.ts', text: 'const given = 1;\nconst [made] = rows;\nconst givenSources = 2;' }])).toEqual([
      'a.ts: given',
      'a.ts: made',
    ]);
  });

  it('are bare participles no more often than before', () => {
    expect(beyond(declared(rare, files), 338)).toEqual([]);
  });
});

interface Prose {
  readonly path: string;
  readonly text: string;
}

const inPlainFolder = ({ path }: Prose): boolean => plainFolders.test(path);
const brokenBy = (pattern: RegExp, prose: readonly Prose[]): string[] =>
  prose.filter(({ text }) => pattern.test(text)).map(({ path, text }) => `${path}: ${text}`);

/** Returns the sentences only if their count exceeds the bound, so that the failure message lists them. */
const beyond = (found: readonly string[], bound: number): readonly string[] => (found.length > bound ? found : []);

describe('grammar', () => {
  const comments = sourceFiles(/^(src|a11y|design-tokens|tests)\/.*\.(tsx?|mts|m?js|css)$/)
    .filter(({ path }) => !path.startsWith('src/ui/tokens.'))
    .flatMap(({ path, text }) => commentsOf(text).map((comment) => ({ path, lines: proseOf(comment) })))
    .map(({ path, lines }) => ({ path, text: lines.join(' '), lines: lines.length }));
  const texts = files
    .filter(({ path }) => !path.includes('.states.'))
    .flatMap(({ path, text }) => textsOf(text).map((each) => ({ path, text: each })))
    .filter(({ text }) => !questionTitles.includes(text));
  const documents = sourceFiles(/\.md$/).flatMap(({ path, text }) => linesOfDocument(text).map((line) => ({ path, text: line })));

  describe.each(proseRules)('$name', ({ pattern, bounds, breaks, keeps }) => {
    it('is found on a seeded line only', () => {
      const [comment] = commentsOf(`/** ${breaks} */\nconst a = 1;`).map((each) => proseOf(each).join(' '));
      expect([comment, keeps].map((text) => pattern.test(text ?? ''))).toEqual([true, false]);
      expect(textsOf(`say("${breaks}");`).filter((text) => pattern.test(text))).toEqual([breaks]);
      expect(linesOfDocument(`- ${breaks}`).filter((line) => pattern.test(line))).toEqual([breaks]);
    });

    it('occurs no more often than before, and not in plain folders', () => {
      expect(beyond(brokenBy(pattern, comments.filter(inPlainFolder)), 0)).toEqual([]);
      expect(beyond(brokenBy(pattern, comments), bounds.comments)).toEqual([]);
    });

    it('occurs no more often than before in texts and documents', () => {
      expect(beyond(brokenBy(pattern, texts), bounds.texts)).toEqual([]);
      expect(beyond(brokenBy(pattern, documents), bounds.documents)).toEqual([]);
    });
  });

  it('lists only question titles that are in use', () => {
    const used = new Set(files.flatMap(({ text }) => textsOf(text)));
    expect(questionTitles.filter((title) => !used.has(title))).toEqual([]);
  });

  it('keeps comments short', () => {
    const isLong = (lines: number): boolean => lines > mostProseLines;
    expect(isLong(proseOf('/**\n * One.\n * Two.\n * Three.\n * @param a\n */').length)).toBe(true);
    expect(isLong(proseOf('/**\n * One.\n * @param a\n * @param b\n */').length)).toBe(false);
    const long = comments.filter(({ lines }) => isLong(lines));
    expect(long.filter(inPlainFolder).map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
    expect(long.length).toBeLessThanOrEqual(mostLongComments);
  });

  it('reads blocks, adjacent lines and comments behind code, and no directives', () => {
    const source =
      '/* One. */\n// Two,\n// joined.\nconst a = 1; // Three.\n// oxlint-disable-next-line no-x -- Four.\nconst b = "// Five.";';
    expect(commentsOf(source).map((comment) => proseOf(comment).join(' '))).toEqual(['One.', 'Two, joined.', 'Three.']);
  });
});

describe('files', () => {
  it('hold enough to be worth a file', () => {
    const codeLines = (text: string): number =>
      text
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
    const small = files.filter(({ path, text }) => !path.includes('.states.') && codeLines(text) <= 14 && !/\.d\.m?ts$/.test(path));
    expect(small.length).toBeLessThanOrEqual(130);
  });

  it('lie in folders that can be looked through', () => {
    const counts = new Map<string, number>();
    for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
  });
});
