/** Converts a text to one line without ';', because ';' starts a comment in a journal. */
export const journalText = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .replaceAll(';', ',')
    .trim();

/** Formats a text as JSON with visible characters only. Escapes '[', because ledger reads '[' in a comment as the start of a date. */
export const quotedText = (text: string): string =>
  JSON.stringify(text).replace(/[\p{Cc}\u2028\u2029[]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Parses the output of `quotedText`. @throws SyntaxError for other text */
export const unquotedText = (quoted: string): string => String(JSON.parse(quoted));

interface Heading {
  readonly code: string;
  readonly words: string;
}

interface Tag {
  readonly name: string;
  readonly value: string;
}

export const noCode = '-';

/** Syntax that differs between accounting programs. Comments and postings have the same syntax in all programs. */
export interface JournalForm {
  readonly program: string;
  readonly heading: (day: string, code: string, words: string) => string;
  readonly readHeading: (line: string) => Heading | null;
  readonly tag: (name: string, value: string) => string;
  readonly readTag: (line: string) => Tag | null;
  readonly commodity: readonly string[];
  readonly declaration: (day: string, account: string) => string;
  /** Balance assertions that programs check at the start of a day, before the postings of that day. */
  readonly assertions: (day: string, balances: readonly (readonly [account: string, amount: string])[]) => string[];
}

export const hledgerForm: JournalForm = {
  program: 'hledger and ledger',
  heading: (day, code, words) => `${day} * (${code}) ${words}`,
  readHeading: (line) => {
    const found = /^\d{4}-\d\d-\d\d \* \(([^)]*)\) (.*)$/.exec(line);
    return found && { code: found[1] ?? '', words: found[2] ?? '' };
  },
  tag: (name, value) => `    ; ${name}: ${value}`,
  readTag: (line) => {
    const found = /^ {4}; ([a-z-]+): (.*)$/.exec(line);
    return found && { name: found[1] ?? '', value: found[2] ?? '' };
  },
  commodity: ['commodity USD', '    format 1000.00 USD', ''],
  declaration: (_, account) => `account ${account}`,
  assertions: (day, balances) => [
    `${day} * (closing) Closing balance`,
    ...balances.map(([account, amount]) => `    ${account}  0.00 USD = ${amount}`),
  ],
};

/** Reads a string in Beancount syntax, which has the same escapes as JSON. */
const readString = (text: string | undefined): string => String(JSON.parse(text ?? '""'));

const quoted = String.raw`("(?:[^"\\]|\\.)*")`;
const beancountHeading = new RegExp(String.raw`^\d{4}-\d\d-\d\d \* ${quoted}(?: \^([A-Za-z0-9/._-]+))?$`);
const beancountTag = new RegExp(`^ {4}([a-z-]+): ${quoted}$`);

export const beancountForm: JournalForm = {
  program: 'beancount',
  // Writes the document number as a link (`^number`), because Beancount would read a second string as the payee.
  heading: (day, code, words) => `${day} * ${JSON.stringify(words)}${code === noCode ? '' : ` ^${code}`}`,
  readHeading: (line) => {
    const found = beancountHeading.exec(line);
    return found && { code: found[2] ?? noCode, words: readString(found[1]) };
  },
  tag: (name, value) => `    ${name}: ${JSON.stringify(value)}`,
  readTag: (line) => {
    const found = beancountTag.exec(line);
    return found && { name: found[1] ?? '', value: readString(found[2]) };
  },
  commodity: [],
  declaration: (day, account) => `${day} open ${account} USD`,
  assertions: (day, balances) => balances.map(([account, amount]) => `${day} balance ${account}  ${amount}`),
};
