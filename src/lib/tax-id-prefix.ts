import { plainDigits } from './number-text.ts';
import { taxIdKinds, type TaxIdKind } from './tax-id.ts';

/**
 * Other spellings of a prefix, and parts of a prefix. They count only before a digit, because before a letter they can be part of the
 * number.
 */
const spellings: Readonly<Record<string, readonly string[]>> = {
  ATU: ['AT', 'U'],
  CHE: ['CH', 'E'],
  EL: ['GR', 'ΕΛ'],
  GB: ['UK', 'XI'],
  XI: ['GB', 'UK'],
};

/** Ignores case and separators of the prefix. Undefined if the value does not start with the prefix. */
function restAfter(value: string, prefix: string): string | undefined {
  const start = new RegExp(`^${prefix.split('').join(String.raw`[^\p{L}\p{N}]*`)}`, 'iu').exec(value);
  return start ? value.slice(start[0].length).trimStart() : undefined;
}

const startsWithDigit = (rest: string): boolean => /^[^\p{L}\p{N}]*\d/u.test(rest);

/** Value to store: trimmed, in ASCII, with the prefix of the type. Completes a partial prefix, and replaces another spelling of it. */
export function withVatPrefix(value: string, kind: Pick<TaxIdKind, 'vatPrefix'> | undefined): string {
  const trimmed = plainDigits(value).trim();
  const prefix = kind?.vatPrefix ?? '';
  if (prefix === '' || trimmed.toUpperCase().startsWith(prefix)) return trimmed;
  const found = [restAfter(trimmed, prefix), ...(spellings[prefix] ?? []).map((spelling) => digitsAfter(trimmed, spelling))];
  return prefix + (found.find((rest) => rest !== undefined) ?? trimmed);
}

function digitsAfter(value: string, spelling: string): string | undefined {
  const rest = restAfter(value, spelling);
  return rest !== undefined && startsWithDigit(rest) ? rest : undefined;
}

/** Prefixes that people may write before the number of a tax ID, each with the type of the tax ID. Each prefix has at least two letters. */
const knownPrefixes = taxIdKinds.flatMap((kind) => {
  if (kind.vatPrefix === null) return [];
  const others = (spellings[kind.vatPrefix] ?? []).filter((spelling) => spelling.length > 1 && spelling !== 'XI' && spelling !== 'GB');
  return [kind.vatPrefix, ...others].map((prefix) => ({ prefix, kind }));
});

export function foreignPrefix(
  value: string,
  kind: TaxIdKind | undefined,
): { readonly prefix: string; readonly kind: TaxIdKind } | undefined {
  if (!kind || kind.vatPrefix === null) return undefined;
  const typed = plainDigits(value).trim();
  // If the value has the prefix of the selected type, or a part of that prefix, the value belongs to the selected country.
  if (withVatPrefix(typed, kind) !== kind.vatPrefix + typed) return undefined;
  return knownPrefixes.find(
    ({ prefix, kind: other }) => other.country !== kind.country && /[\p{L}\p{N}]/u.test(restAfter(typed, prefix) ?? ''),
  );
}
