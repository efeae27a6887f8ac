import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { helpAddresses } from '#lib/addresses.ts';
import { Money } from '#ui/Money/Money.tsx';
import { TableCell, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { Dollars } from '#billing/shared/invoice-lines/Dollars.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { formatUsageEntry } from '#lib/quantities.ts';
import { costColumns } from '#billing/shared/invoice-lines/cost-columns.ts';
import type { ProjectCosts } from './costs-by-project.ts';
import { OpenWorking } from '#billing/shared/invoice-lines/OpenWorking.tsx';
import styles from '#billing/shared/invoice-lines/Lines.module.css';

export function ProjectCostRow({ project: { ref, name, cents, parts } }: { project: ProjectCosts }) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <>
      <TableRow header={<bdi>{ref === '' ? name : <PageLink href={helpAddresses.project(ref)}>{name}</PageLink>}</bdi>}>
        <TableCell align="detail">
          <OpenWorking
            summary={parts.length === 1 ? '1 item' : `${parts.length} items`}
            subject={name}
            isOpen={isOpen}
            onToggle={() => setIsOpen(!isOpen)}
            panelId={panelId}
          />
        </TableCell>
        <TableCell align="money">
          <Money cents={cents} />
        </TableCell>
      </TableRow>
      {isOpen && (
        <TableSpan columns={costColumns.length} id={panelId}>
          <ul className={clsx(styles.projects, styles.inColumns)}>
            {parts.map(({ line, entry }) => (
              <li key={line.id} className={styles.project}>
                <div>{line.description}</div>
                <div>{formatUsageEntry(line.metric, entry)}</div>
                <div className={styles.part}>
                  <Dollars amount={entry.amount} />
                </div>
              </li>
            ))}
          </ul>
        </TableSpan>
      )}
    </>
  );
}
