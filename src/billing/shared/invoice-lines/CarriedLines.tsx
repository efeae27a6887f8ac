import { Money } from '#ui/Money/Money.tsx';
import { TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import type { CarriedGroup } from './carried-groups.ts';
import { LineRow } from './LineRow.tsx';
import styles from './Lines.module.css';

/** Usage from before changes of plan, each period under its own heading and with its own sum. */
export function CarriedLines({ groups, isDiscountApart }: { groups: readonly CarriedGroup[]; isDiscountApart?: boolean }) {
  return groups.map(({ id, title, lines, totalCents }) => (
    <TableGroup key={id}>
      <TableRow header={<Title words={title} />} variant="group">
        <TableCell align="detail" />
        <TableCell align="money" />
      </TableRow>
      {lines.map((line) => (
        <LineRow key={line.id} line={line} isIndented isDiscountApart={isDiscountApart} />
      ))}
      {lines.length > 1 && (
        <TableRow header={<Title words={`${title}, total`} />} variant="subtotal">
          <TableCell align="detail" />
          <TableCell align="money">
            <Money cents={totalCents} />
          </TableCell>
        </TableRow>
      )}
    </TableGroup>
  ));
}

/** Days that do not break at the end of a line: 'Before the plan change, Nov 3 to Nov 23'. */
function Title({ words }: { words: string }) {
  return words.split(/(\w+ \d+ to \w+ \d+)/).map((part, index) =>
    index === 1 ? (
      <span key="days" className={styles.days}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
