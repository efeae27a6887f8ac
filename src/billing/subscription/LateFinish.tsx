import { useEffect, useEffectEvent } from 'react';
import { useLateFinish } from '#billing/shared/change-plan/use-late-finish.ts';

/** Tells of a change that was paid for and whose page was loaded anew before it could tell. Renders nothing. */
export function LateFinish({ slug }: { readonly slug: string }) {
  const finish = useEffectEvent(useLateFinish(slug));
  useEffect(() => void finish(), []);
  return null;
}
