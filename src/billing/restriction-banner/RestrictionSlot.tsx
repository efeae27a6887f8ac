import { Suspense, useEffect, useRef } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { patientPart } from '#billing/shared/page/lazy-part.tsx';
import { useOrganization } from '#billing/shared/data/use-billing-data.ts';
import { restrictionOf } from './restriction.ts';

const RestrictionBanner = patientPart(async () => (await import('./RestrictionBanner.tsx')).RestrictionBanner, 'restriction');

/** Announces a restriction that appears or changes after the first load. */
export function RestrictionSlot() {
  const { data } = useOrganization();
  const restriction = data ? restrictionOf(data) : null;
  const known = useRef<typeof restriction | undefined>(undefined);
  useEffect(() => {
    if (!data) return;
    if (known.current !== undefined && restriction !== null && restriction !== known.current)
      announce('The restrictions of this organization have changed');
    known.current = restriction;
  }, [data, restriction]);
  if (restriction === null) return null;
  return (
    <div data-boundary="restriction">
      <Suspense fallback={null}>
        <RestrictionBanner />
      </Suspense>
    </div>
  );
}
