import { countryName } from '#lib/country-names.ts';
import { billingAddressTexts as texts } from '#lib/texts/billing-address.ts';
import { fillText } from '#lib/texts/fill.ts';
import { addressFieldNames, addressLabels, valuesOf, type AddressFieldName } from '#billing/shared/address/address.form.ts';
import { kindName } from '#billing/shared/address/tax-id-items.ts';
import { VersionConflict } from '#billing/shared/page/VersionConflict.tsx';
import { staleMessage, type Versions } from './versions.ts';
import styles from './DetailsEditor.module.css';

export interface ConflictNoteProps {
  readonly versions: Versions;
  readonly onKeepMine: () => void;
  readonly onTakeSaved: () => void;
  readonly isSaving: boolean;
}

export function ConflictNote({ versions: { stored, yours }, ...choice }: ConflictNoteProps) {
  const [saved, mine] = [valuesOf(stored), valuesOf(yours)];
  const differences = addressFieldNames
    .filter((name) => saved[name] !== mine[name])
    .map((name) => ({ name: addressLabels[name], saved: shown(name, saved[name]), mine: shown(name, mine[name]) }));
  return (
    <VersionConflict
      {...choice}
      title={fillText(texts.saveFailed, { message: staleMessage })}
      differences={differences}
      className={styles.actions}
    />
  );
}

function shown(name: AddressFieldName, value: string): string {
  if (value === '') return 'None';
  if (name === 'country') return countryName(value);
  return name === 'tax_id_kind' ? kindName(value) : value;
}
