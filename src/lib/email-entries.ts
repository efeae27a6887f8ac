import { emailFault, emailKey } from '#contract/email-address.ts';
import { ruleMessages } from '#contract/limits.ts';
import { emailRecipientsTexts } from './texts/email-recipients.ts';
import { fillText } from './texts/fill.ts';

const separators = /[\s,;\uFF0C\uFF1B\u3001]+/;

const wordsOf = (text: string): string[] => text.split(separators).filter((word) => word !== '');

/** Returns the addresses in text that comes before an address in angle brackets. Drops a display name at the end of the text. */
function withoutName(text: string): string[] {
  if (/[,;\uFF0C\uFF1B\u3001\n]\s*$/.test(text)) return wordsOf(text);
  const words = text.match(/[;\uFF1B\n]|[^\s,;\uFF0C\uFF1B\u3001]+/g) ?? [];
  const isEnd = (word: string | undefined) => word !== undefined && /[;\uFF1B\n@]/.test(word);
  let end = words.length - 1;
  while (end > 0 && !isEnd(words[end - 1])) end -= 1;
  return words.slice(0, Math.max(end, 0)).flatMap(wordsOf);
}

/** Splits text at commas, semicolons and spaces. Drops display names: '"Doe, Ann" <ann@x.org>; bob@x.org' has two entries. */
export function splitEntries(text: string): string[] {
  const parts = text.replace(/"[^"\n]*"[ \t]*(?=<)/g, '').split(/<([^<>\n]*)>/);
  return parts.flatMap((part, index) => (index % 2 === 1 || index === parts.length - 1 ? wordsOf(part) : withoutName(part)));
}

/** Returns the address of a single entry. Other text is only trimmed. */
export function withoutDisplayName(text: string): string {
  const [entry = '', ...others] = splitEntries(text);
  return others.length > 0 ? text.trim() : entry;
}

export const isEmail = (entry: string): boolean => emailFault(entry) === null;

export const invalidEntry = (entry: string): string =>
  emailFault(entry) === ruleMessages.unreachableEmail
    ? `${entry}: ${ruleMessages.unreachableEmail}`
    : fillText(emailRecipientsTexts.invalidEntry, { entry });

export interface SortedEntries {
  added: string[];
  /** Invalid addresses, which remain in the input field. */
  rejected: string[];
  /** Entries whose mailbox is already in the list, even if it is spelled differently. */
  duplicates: string[];
}

export function sortEntries(entries: readonly string[], list: readonly string[], isValid: (entry: string) => boolean): SortedEntries {
  const known = new Set(list.map(emailKey));
  const sorted: SortedEntries = { added: [], rejected: [], duplicates: [] };
  for (const entry of entries) {
    const key = emailKey(entry);
    if (!isValid(entry)) sorted.rejected.push(entry);
    else if (known.has(key)) sorted.duplicates.push(entry);
    else {
      known.add(key);
      sorted.added.push(entry);
    }
  }
  return sorted;
}
