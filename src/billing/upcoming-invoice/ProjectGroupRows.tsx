import { useId, useState } from 'react';
import { Money } from '#ui/Money/Money.tsx';
import { TableCell, TableGroup, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { CheckNote } from '#billing/shared/invoice-lines/CheckNote.tsx';
import { costColumns } from '#billing/shared/invoice-lines/cost-columns.ts';
import { GroupProjects } from './GroupProjects.tsx';
import { groupNames, groupSummary } from './group-messages.ts';
import type { ProjectGroup } from './invoice-groups.ts';
import { OpenWorking } from '#billing/shared/invoice-lines/OpenWorking.tsx';
import { recomputeLine } from '#billing/shared/invoice-lines/recompute.ts';

/** If a group has more projects than this number, the group is closed at first, so that the totals stay in view. */
const mostOpenRows = 8;

interface ProjectGroupProps {
  group: ProjectGroup;
  furtherPrice: number | undefined;
}

export function ProjectGroupRows({ group, furtherPrice }: ProjectGroupProps) {
  const count = group.entryCount;
  const rows = count + group.credits.length;
  const [isOpen, setIsOpen] = useState(rows > 1 && count <= mostOpenRows);
  const groupId = useId();
  const name = groupNames[group.kind];
  const wrong = group.lines
    .map((line) => ({ line, recomputed: recomputeLine(line) }))
    .filter(({ recomputed }) => recomputed?.agrees === false);
  return (
    <TableGroup id={groupId}>
      <TableRow header={name} variant="group">
        <TableCell align="detail">
          <OpenWorking summary={groupSummary(group)} subject={name} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} panelId={groupId} />
        </TableCell>
        <TableCell align="money">
          <Money cents={group.totalCents} wasCents={group.totalBeforeDiscountCents} />
        </TableCell>
      </TableRow>
      {wrong.map(({ line, recomputed }) => (
        <TableSpan key={line.id} columns={costColumns.length}>
          {recomputed && <CheckNote line={line} recomputed={recomputed} />}
        </TableSpan>
      ))}
      {isOpen && <GroupProjects group={group} furtherPrice={furtherPrice} />}
    </TableGroup>
  );
}
