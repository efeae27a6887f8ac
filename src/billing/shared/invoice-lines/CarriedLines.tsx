import { Money } from '#ui/Money/Money.tsx';
import { TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import type { CarriedGroup } from './carried-groups.ts';
import { LineRow } from './LineRow.tsx';

export function CarriedLines({ groups, isDiscountApart }: { groups: readonly CarriedGroup[]; isDiscountApart?: boolean }) {
  return groups.map(({ id, title, lines, totalCents }) => (
    <TableGroup key={id}>
      <TableRow header={unbrokenDays(title)} variant="group">
        <TableCell align="detail" />
        <TableCell align="money" />
      </TableRow>
      {lines.map((line) => (
        <LineRow key={line.id} line={line} isIndented isDiscountApart={isDiscountApart} />
      ))}
      {lines.length > 1 && (
        <TableRow header={`${unbrokenDays(title)}, total`} variant="subtotal">
          <TableCell align="detail" />
          <TableCell align="money">
            <Money cents={totalCents} />
          </TableCell>
        </TableRow>
      )}
    </TableGroup>
  ));
}

/** Replaces the spaces in dates by no-break spaces: 'Before the plan change, Nov 03 to Nov 23'. */
const unbrokenDays = (title: string): string => title.replace(/\w+ \d+ to \w+ \d+/, (days) => days.replaceAll(' ', '\u00a0'));
