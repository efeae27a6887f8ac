import { sumCents } from '#lib/money.ts';
import { amountCents, type InvoiceLine, type ProjectEntry } from '#billing/shared/invoice-lines/lines.ts';

export interface ProjectCosts {
  readonly ref: string;
  readonly name: string;
  readonly cents: number;
  /** Project's share of each invoice line, in the order of the invoice. */
  readonly parts: readonly { readonly line: InvoiceLine; readonly entry: ProjectEntry }[];
}

export interface CostsByProject {
  /** Projects with costs, highest cost first. */
  readonly projects: readonly ProjectCosts[];
  /** Costs that belong to no project: fees, credits, and the rest of a line's amount after its project costs are subtracted. */
  readonly organization: readonly { readonly id: string; readonly description: string; readonly cents: number }[];
  readonly totalCents: number;
}

/** The result contains every cent of every line exactly once. */
export function costsByProject(lines: readonly InvoiceLine[]): CostsByProject {
  const projects = new Map<string, { name: string; cents: number; parts: { line: InvoiceLine; entry: ProjectEntry }[] }>();
  const organization: { id: string; description: string; cents: number }[] = [];
  for (const line of lines) {
    let assigned = 0;
    for (const entry of line.entries) {
      const cents = amountCents(entry);
      const project = projects.get(entry.ref) ?? { name: entry.name, cents: 0, parts: [] };
      project.cents += cents;
      project.parts.push({ line, entry });
      projects.set(entry.ref, project);
      assigned += cents;
    }
    const rest = amountCents(line) - assigned;
    if (rest !== 0 || line.entries.length === 0) organization.push({ id: line.id, description: line.description, cents: rest });
  }
  return {
    projects: [...projects]
      .map(([ref, project]) => ({ ref, ...project }))
      .toSorted((a, b) => b.cents - a.cents || (a.name < b.name ? -1 : 1)),
    organization,
    totalCents: sumCents(lines.map(amountCents)),
  };
}
