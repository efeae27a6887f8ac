import { useEffect } from 'react';
import { record } from '#lib/analytics.ts';
import { panelSourceOf } from './panel.ts';
import { useSlug } from './use-organization.ts';
import { usePanel } from './use-panel.ts';
import { useSearchPart } from './use-search-part.ts';

/** An address that asks for a panel shows the page from its top, and its origin is recorded. Renders nothing. */
export function PanelAddress() {
  const slug = useSlug();
  const panel = usePanel();
  const origin = useSearchPart(panelSourceOf) ?? 'page';
  useEffect(() => {
    if (panel === null) return;
    window.scrollTo(0, 0);
    if (panel === 'subscriptionPlan') record({ name: 'plan_panel_opened', organization: slug, origin });
  }, [panel, origin, slug]);
  return null;
}
