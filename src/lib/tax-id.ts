import type { TaxId } from '#contract/types.ts';
import entries from './data/tax-id-types.json' with { type: 'json' };

/** A kind of tax ID in a country. One type may serve many countries, and a country may have many types. */
export interface TaxIdKind {
  readonly type: string;
  readonly country: string;
  readonly countryName: string;
  readonly label: string;
  readonly example: string | null;
  /** What every value starts with. */
  readonly vatPrefix: string | null;
  /** The register that is asked; null where none is. */
  readonly asyncVerification: string | null;
  /** False: shown when stored, never offered. */
  readonly offered: boolean;
}

export const taxIdKinds: readonly TaxIdKind[] = entries;

export const findTaxIdKind = ({ type, country }: Pick<TaxId, 'type' | 'country'>): TaxIdKind | undefined =>
  taxIdKinds.find((kind) => kind.type === type && kind.country === country);

/** A value as it is saved: trimmed, and with the prefix of its kind unless it has it, in whatever case. */
export function withVatPrefix(value: string, kind: Pick<TaxIdKind, 'vatPrefix'> | undefined): string {
  const trimmed = value.trim();
  const prefix = kind?.vatPrefix ?? '';
  return trimmed.toUpperCase().startsWith(prefix) ? trimmed : prefix + trimmed;
}
