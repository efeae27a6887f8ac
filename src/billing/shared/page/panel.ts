import { helpAddresses } from '#lib/addresses.ts';
import { fillText } from '#lib/texts/fill.ts';
import { pageTexts } from '#lib/texts/page.ts';

/** Side panels that a URL can open, and the `source` parameters of such links (specification, section 2). */
export const panelNames = ['subscriptionPlan', 'costControl'] as const;
export const panelSources = ['fairUseGracePeriodStarted', 'fairUseGracePeriodOver', 'fairUseRestricted'] as const;

export type Panel = (typeof panelNames)[number];
export type PanelSource = (typeof panelSources)[number];

const known = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((candidate) => candidate === value) ?? null;

export const panelOf = (search: string): Panel | null => known(panelNames, new URLSearchParams(search).get('panel'));

export const panelSourceOf = (search: string): PanelSource | null => known(panelSources, new URLSearchParams(search).get('source'));

export function panelAddress(slug: string, panel: Panel, source: PanelSource | null = null): string {
  return `${helpAddresses.billing(slug)}?panel=${panel}${source === null ? '' : `&source=${source}`}`;
}

export const panelQuery = (panel: Panel): string => `?panel=${panel}`;

export const panelTitle = (panel: Panel, organization: string): string =>
  panel === 'costControl' ? pageTexts.spendCapPanel : fillText(pageTexts.planPanel, { organization });

/** Returns the id of the button that opens a panel. The button receives the focus when the panel closes. */
export const panelButtonId = (panel: Panel): string => `open-${panel}`;

/** Keeps other parameters; a new panel removes the source of the previous panel. */
export function withPanel(search: string, panel: Panel | null): string {
  const query = new URLSearchParams(search);
  query.delete(panel === null ? 'panel' : 'source');
  if (panel !== null) query.set('panel', panel);
  const text = query.toString();
  return text && `?${text}`;
}
