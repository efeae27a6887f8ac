import { Button } from '#ui/Button/Button.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { FailureNote } from './FailureNote.tsx';
import { whileSaving } from './SectionForm.tsx';

export interface VersionDifference {
  readonly name: string;
  readonly saved: string;
  readonly mine: string;
}

export interface VersionConflictProps {
  readonly title: string;
  readonly differences: readonly VersionDifference[];
  readonly onKeepMine: () => void;
  readonly onTakeSaved: () => void;
  readonly isSaving: boolean;
  readonly className: string | undefined;
}

const columns = [
  { id: 'field', header: 'Field' },
  { id: 'saved', header: 'Saved by someone else' },
  { id: 'mine', header: 'Yours' },
];

export function VersionConflict({ title, differences, onKeepMine, onTakeSaved, isSaving, className }: VersionConflictProps) {
  const busy = whileSaving(isSaving);
  return (
    <>
      <FailureNote
        title={title}
        message={differences.length === 0 ? 'Both versions are equal.' : 'Your changes are kept. Compare the two versions and choose one.'}
      />
      {differences.length > 0 && (
        <Table caption="Differences" columns={columns}>
          <TableGroup>
            {differences.map(({ name, saved, mine }) => (
              <TableRow key={name} header={name}>
                {/* Cells of type "detail" move below the field's name in narrow containers. */}
                <TableCell align="detail" label="Saved by someone else">
                  {saved}
                </TableCell>
                <TableCell align="detail" label="Yours">
                  {mine}
                </TableCell>
              </TableRow>
            ))}
          </TableGroup>
        </Table>
      )}
      <div className={className}>
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
