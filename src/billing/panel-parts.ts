import { onDemand } from './shared/on-demand.tsx';

/** What the side panels hold. */
export const panelParts = {
  plan: onDemand(async () => (await import('./subscription/PlanPanel.tsx')).PlanPanel),
  spendCap: onDemand(async () => (await import('./cost-control/SpendCapPanel.tsx')).SpendCapPanel),
};

/** Ahead of need: a failure is nobody's business yet. */
export function fetchPanelParts(): void {
  for (const { load } of Object.values(panelParts)) load().catch(() => undefined);
}
