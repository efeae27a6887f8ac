/** A rule of plain English. `bounds` are the maximum numbers of sentences that break the rule. A bound may only be lowered. */
export interface ProseRule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly bounds: { readonly comments: number; readonly texts: number; readonly documents: number };
  readonly breaks: string;
  readonly keeps: string;
}

const verbs = 'is|are|was|were|has|have|can|must|may|would|does|do|needs?|takes?|gets?';

export const proseRules: readonly ProseRule[] = [
  {
    name: 'begins with Of, Those, What, Whoever, So many or Where',
    pattern: /^(Of|Those|What|Who|Whoever|So many|Where)\b(?!.*\?$)/,
    bounds: { comments: 0, texts: 0, documents: 0 },
    breaks: 'What a member has paid.',
    keeps: 'Payments of a member.',
  },
  {
    name: '"for" in the role of "because"',
    pattern: new RegExp(`, for (it|so|they|there|the (\\w+ ){1,3}(${verbs}))\\b`, 'i'),
    bounds: { comments: 0, texts: 0, documents: 0 },
    breaks: 'Reads the list again, for it may be older.',
    keeps: 'Errors in field order, for the summary.',
  },
  {
    name: '"stands" in the role of "is"',
    pattern: /\bstands?\b(?!-)/i,
    bounds: { comments: 0, texts: 0, documents: 0 },
    breaks: 'The amount stands beside the name.',
    keeps: 'A stand-in for the gateway.',
  },
  {
    name: '"is told"',
    pattern: /\b(is|are|was|were|be|been) told\b/i,
    bounds: { comments: 0, texts: 0, documents: 0 },
    breaks: 'The member is told of it.',
    keeps: 'Notifies the member.',
  },
  {
    name: '"by itself" and "of its own"',
    pattern: /\b(by itself|by themselves|of (its|their) own)\b/i,
    bounds: { comments: 0, texts: 0, documents: 0 },
    breaks: 'A dialog that closes by itself.',
    keeps: 'A dialog that closes automatically.',
  },
  {
    name: '"has had its time", "goes on", "anew" and "meanwhile"',
    pattern: /\b((has|have) had (its|their) time|go(es)? on|went on|anew|meanwhile)\b/i,
    bounds: { comments: 1, texts: 0, documents: 6 },
    breaks: 'The work goes on.',
    keeps: 'The work continues.',
  },
  {
    name: '"gives back", "back in time", "broken off", "counts for no" and "where absent"',
    pattern: /\b((gives?|given|gave) back|back in time|broken off|counts? for no|where absent|has to look|is to pay)\b/i,
    bounds: { comments: 0, texts: 0, documents: 1 },
    breaks: 'A change back in time lowers the bill.',
    keeps: 'A backdated change lowers the bill.',
  },
  {
    name: 'curly apostrophes',
    pattern: /[\u2018\u2019]|&[lr]squo;/,
    bounds: { comments: 0, texts: 0, documents: 0 },
    breaks: 'The bank\u2019s answer.',
    keeps: "The bank's answer.",
  },
  {
    name: '"mail" in the role of "email"',
    pattern: /(?<![-./\w])(mails?|e-mails?)\b(?! (server|program|transfer|relay|from:))(?![-./:@]\w)/i,
    bounds: { comments: 0, texts: 0, documents: 1 },
    breaks: 'Sends a mail to each recipient.',
    keeps: 'Sends an email through the mail server.',
  },
];

/** Titles that are short questions. Other texts must not begin with What, Who or Where. */
export const questionTitles: readonly string[] = [
  'What a spend cap would cover',
  'What changed since invoice ${previous.number}',
  'What it will do',
  'What the spend cap covers',
  'What you can do',
  'What you gain with ${plan}',
  'Who can do this',
];

/** Folders in which every comment must follow all rules. Add new folders to this list. */
export const plainFolders =
  /^(a11y|design-tokens|src\/(app|billing|contract|design|lib|sandbox|server|ui)|tests\/(bench|design|histories|journeys|oracle|server|simulation|support))\//;

export const mostLongComments = 3;

/** Maximum number of prose lines of a comment; longer design notes belong in the README of the folder. */
export const mostProseLines = 2;

const textLines = (comment: string): string[] =>
  comment.split('\n').map((line) =>
    line
      .trim()
      .replace(/^(\{?\/\*\*?|\*\/\}?|\*|\/\/)/, '')
      .replace(/\*\/\}?$/, '')
      .trim(),
  );

/** Lines of a comment up to its first tag or list item. */
export function proseOf(comment: string): string[] {
  const lines = textLines(comment);
  const end = lines.findIndex((line) => /^(@|- )/.test(line));
  return (end === -1 ? lines : lines.slice(0, end)).filter(Boolean);
}

const directive = /^(\/\/|\/\*|\{\/\*) *(oxlint|stylelint|@|#|eslint)|^\/\/\//;

/** Comments of a source: blocks, adjacent lines of `//`, and comments after code. */
export function commentsOf(source: string): string[] {
  const found: string[] = [];
  let open: string[] | null = null;
  let isLines = false;
  for (const text of source.split('\n')) {
    const line = text.trim();
    const last = found.length - 1;
    if (open) {
      open.push(line);
    } else if (/^(\{?\/\*)/.test(line)) {
      open = [line];
    } else if (line.startsWith('//')) {
      if (isLines && !directive.test(line) && !directive.test(found[last] ?? '')) found[last] += `\n${line}`;
      else found.push(line);
    } else {
      const behind = /[;,{}()\]'`] (\/\/ .*|\/\*\*? .*\*\/)$/.exec(line)?.[1];
      if (behind !== undefined) found.push(behind);
    }
    isLines = line.startsWith('//') && !open;
    if (open && line.includes('*/')) {
      found.push(open.join('\n'));
      open = null;
    }
  }
  return found.filter((comment) => !directive.test(comment));
}

const literals = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`|>([^<>{}]+)</g;

/** Texts of a source that can reach a reader: literals and JSX text of three words or more that begin like a sentence. */
export function textsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|[\s;{}(),])\/\/ .*$/gm, '$1');
  return [...code.matchAll(literals)]
    .map((match) => (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').trim())
    .filter(
      (text) =>
        /^["(]?[A-Z]/.test(text) &&
        text.split(/\s+/).length >= 3 &&
        !/\b(select|from|update|insert|where)\b.*\b(from|where|set|values|and)\b/.test(text),
    );
}

export const linesOfDocument = (markdown: string): string[] =>
  markdown
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/`[^`\n]*`/g, 'X')
    .split('\n')
    .map((line) => line.replace(/^[\s>*#|-]+/, '').trim())
    .filter(Boolean);
