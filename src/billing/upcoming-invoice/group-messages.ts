import { computeSizeName, computeSizeOfMetric } from '#lib/compute-size.ts';
import { formatUnitPrice } from '#lib/money.ts';
import { formatNumber } from '#lib/number-text.ts';
import type { ProjectGroup } from './invoice-groups.ts';
import type { InvoiceLine, ProjectEntry } from '#billing/shared/invoice-lines/lines.ts';
import { recomputeLine } from '#billing/shared/invoice-lines/recompute.ts';
import { workingSummary } from '#billing/shared/invoice-lines/working.ts';

export const groupNames: Readonly<Record<ProjectGroup['kind'], string>> = {
  compute: 'Compute',
  replica: 'Replica Compute',
  branch: 'Branching',
};

/** Returns the hours of an entry. Without hours, returns the usage, because compute is metered in hours. */
export const hoursOf = ({ hours, usage }: ProjectEntry): number => hours ?? usage;

/** Describes an entry: 'Micro, 456 h × $0.01344'. Branches have no size; the price per hour is omitted if it is unknown. */
export function sizeAndHours(line: InvoiceLine, entry: ProjectEntry): string {
  const hours = hoursOf(entry);
  const step = recomputeLine(line)?.derivation.steps[0];
  const size = (line.metric && computeSizeOfMetric(line.metric)) ?? (entry.size && computeSizeName(entry.size));
  const working = step
    ? `${formatNumber(hours)} h \u00d7 ${formatUnitPrice(step.priceMicrocents)}`
    : [`${formatNumber(hours)} ${hours === 1 ? 'hour' : 'hours'}`, line.unitPriceText].filter(Boolean).join(', ');
  return size ? `${size}, ${working}` : working;
}

/**
 * Example: '4 projects, 1,824 hours'. Counts each project once. Says 'up to' if the group has several lines and not all projects are
 * loaded.
 */
export function groupSummary({ lines, entryCount, credits, totalCents }: ProjectGroup): string {
  const least = credits.length > 0 && totalCents === 0 ? ', minimum $0.00' : '';
  const known = lines.flatMap(({ entries }) => entries);
  const isCut = known.length < entryCount;
  const projects = isCut ? entryCount : new Set(known.map((entry) => entry.ref || entry)).size;
  const count = `${isCut && lines.length > 1 ? 'up to ' : ''}${formatNumber(projects)} ${projects === 1 ? 'project' : 'projects'}`;
  const hours = lines.reduce((sum, line) => sum + lineHours(line), 0);
  if (projects === 0 || Number.isNaN(hours)) return count + least;
  const [shared, ...others] = lines;
  const recomputed = shared && others.length === 0 && entryCount > 1 ? recomputeLine(shared) : null;
  // If several projects share a single line, shows the line's calculation, because the line is rounded once.
  if (shared && recomputed?.agrees && credits.length === 0) return `${count}, ${workingSummary(shared, recomputed)}`;
  return `${count}, ${formatNumber(hours)} ${hours === 1 ? 'hour' : 'hours'}${least}`;
}

/** Returns the hours of a line; NaN if the hours are unknown. */
function lineHours({ derivation, entries, entryCount }: InvoiceLine): number {
  const summed = entries.length < entryCount ? Number.NaN : entries.reduce((sum, entry) => sum + hoursOf(entry), 0);
  return Number(derivation?.used) || summed;
}
