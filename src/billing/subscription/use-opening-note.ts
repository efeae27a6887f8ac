import { useEffect } from 'react';
import { record } from '#lib/analytics.ts';
import { panelSourceOf } from '#billing/shared/panel.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { useSearchPart } from '#billing/shared/use-search-part.ts';

/** Records each opening of the plan panel with what led to it: the source that the address names, else the page itself. */
export function useOpeningNote(isOpen: boolean): void {
  const slug = useSlug();
  const origin = useSearchPart(panelSourceOf) ?? 'page';
  useEffect(() => {
    if (isOpen) record({ name: 'plan_panel_opened', organization: slug, origin });
  }, [isOpen, origin, slug]);
}
