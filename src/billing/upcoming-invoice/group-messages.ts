import { computeSizeName, computeSizeOfMetric } from '#lib/compute-size.ts';
import { formatNumber } from '#lib/number-text.ts';
import type { ProjectGroup } from './invoice-groups.ts';
import type { InvoiceLine, ProjectEntry } from '#billing/shared/invoice-lines/lines.ts';

export const groupNames: Readonly<Record<ProjectGroup['kind'], string>> = {
  compute: 'Compute',
  replica: 'Replica Compute',
  branch: 'Branching',
};

/** Compute is used by the hour: without hours of its own an entry has them as its usage. */
export const hoursOf = ({ hours, usage }: ProjectEntry): number => hours ?? usage;

/** '(Micro - 456 Hours)' after a project's name; a branch has hours only. */
export function sizeAndHours(line: InvoiceLine, entry: ProjectEntry): string {
  const hours = hoursOf(entry);
  const count = `${formatNumber(hours)} ${hours === 1 ? 'Hour' : 'Hours'}`;
  const size = (line.metric && computeSizeOfMetric(line.metric)) ?? (entry.size && computeSizeName(entry.size));
  return size ? `(${size} - ${count})` : `(${count})`;
}

/**
 * '4 projects, 1,824 hours'; the hours where all projects are known or the line says so. A project that changed its size or
 * ran in two periods is on several lines, and is one; where not all are known there may be fewer of them.
 */
export function groupSummary({ lines, entryCount }: ProjectGroup): string {
  const known = lines.flatMap(({ entries }) => entries);
  const isCut = known.length < entryCount;
  const projects = isCut ? entryCount : new Set(known.map((entry) => entry.ref || entry)).size;
  const count = `${isCut && lines.length > 1 ? 'up to ' : ''}${formatNumber(projects)} ${projects === 1 ? 'project' : 'projects'}`;
  const hours = lines.reduce((sum, line) => sum + lineHours(line), 0);
  if (projects === 0 || Number.isNaN(hours)) return count;
  return `${count}, ${formatNumber(hours)} ${hours === 1 ? 'hour' : 'hours'}`;
}

/** Not a number where they are not known. */
function lineHours({ derivation, entries, entryCount }: InvoiceLine): number {
  const summed = entries.length < entryCount ? Number.NaN : entries.reduce((sum, entry) => sum + hoursOf(entry), 0);
  return Number(derivation?.used) || summed;
}
