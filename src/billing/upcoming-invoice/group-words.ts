import { computeSizeName, computeSizeOfMetric } from '#lib/compute-size.ts';
import { formatNumber } from '#lib/number-text.ts';
import type { ProjectGroup } from './invoice-groups.ts';
import type { InvoiceLine, ProjectEntry } from '#billing/shared/lines/lines.ts';

export const groupNames: Readonly<Record<ProjectGroup['kind'], string>> = {
  compute: 'Compute',
  replica: 'Replica Compute',
  branch: 'Branching',
};

const hoursOf = ({ hours, usage }: ProjectEntry): number => hours ?? usage;

/** '(Micro - 456 Hours)' after a project's name; a branch has hours only. */
export function sizeAndHours(line: InvoiceLine, entry: ProjectEntry): string {
  const hours = hoursOf(entry);
  const count = `${formatNumber(hours)} ${hours === 1 ? 'Hour' : 'Hours'}`;
  const size = (line.metric && computeSizeOfMetric(line.metric)) ?? (entry.size && computeSizeName(entry.size));
  return size ? `(${size} - ${count})` : `(${count})`;
}

/** '4 projects, 1,824 hours'; the hours where all projects are known or the line says so. */
export function groupSummary({ lines }: ProjectGroup): string {
  const projects = lines.reduce((sum, { entryCount }) => sum + entryCount, 0);
  const hours = lines.map(lineHours);
  const count = `${formatNumber(projects)} ${projects === 1 ? 'project' : 'projects'}`;
  if (projects === 0 || hours.some((known) => known === null)) return count;
  const total = hours.reduce<number>((sum, known) => sum + (known ?? 0), 0);
  return `${count}, ${formatNumber(total)} ${total === 1 ? 'hour' : 'hours'}`;
}

function lineHours({ derivation, entries, entryCount }: InvoiceLine): number | null {
  const used = Number(derivation?.used ?? Number.NaN);
  if (Number.isFinite(used)) return used;
  return entries.length < entryCount ? null : entries.reduce((sum, entry) => sum + hoursOf(entry), 0);
}
