import { countryName } from '#lib/country-names.ts';
import { billingAddressTexts as texts } from '#lib/texts/billing-address.ts';
import { fillText } from '#lib/texts/fill.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { addressFieldNames, addressLabels, valuesOf, type AddressFieldName } from '#billing/shared/address/address.form.ts';
import { kindName } from '#billing/shared/address/tax-id-items.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { whileSaving } from '#billing/shared/page/SectionForm.tsx';
import { staleMessage, type Versions } from './versions.ts';
import styles from './DetailsEditor.module.css';

export interface ConflictNoteProps {
  readonly versions: Versions;
  readonly onKeepMine: () => void;
  readonly onTakeSaved: () => void;
  readonly isSaving: boolean;
}

const columns = [
  { id: 'field', header: 'Field' },
  { id: 'saved', header: 'Saved by someone else' },
  { id: 'mine', header: 'Yours' },
];

/** Somebody else saved first: both versions side by side where they differ, and the choice between them. */
export function ConflictNote({ versions: { stored, yours }, onKeepMine, onTakeSaved, isSaving }: ConflictNoteProps) {
  const [saved, mine] = [valuesOf(stored), valuesOf(yours)];
  const different = addressFieldNames.filter((name) => saved[name] !== mine[name]);
  const busy = whileSaving(isSaving);
  return (
    <>
      <FailureNote
        title={fillText(texts.saveFailed, { message: staleMessage })}
        message={
          different.length === 0
            ? 'Both versions say the same.'
            : 'Nothing of yours is lost: compare the two versions and choose which one to keep.'
        }
      />
      {different.length > 0 && (
        <Table caption="The two versions where they differ" columns={columns}>
          <TableGroup>
            {different.map((name) => (
              <TableRow key={name} header={addressLabels[name]}>
                {/* Of the type of details, which stand below the field on narrow paper. */}
                <TableCell align="detail" label="Saved by someone else">
                  {shown(name, saved[name])}
                </TableCell>
                <TableCell align="detail" label="Yours">
                  {shown(name, mine[name])}
                </TableCell>
              </TableRow>
            ))}
          </TableGroup>
        </Table>
      )}
      <div className={styles.actions}>
        <Button onPress={onKeepMine} unavailableReason={busy}>
          Save my version
        </Button>
        <Button onPress={onTakeSaved} unavailableReason={busy}>
          Take the saved version
        </Button>
      </div>
    </>
  );
}

function shown(name: AddressFieldName, value: string): string {
  if (value === '') return 'None';
  if (name === 'country') return countryName(value);
  return name === 'tax_id_kind' ? kindName(value) : value;
}
