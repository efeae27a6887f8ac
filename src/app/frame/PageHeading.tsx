import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useOrganization, useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { patientPart } from '#billing/shared/page/lazy-part.tsx';
import { managedBy } from '#lib/managed-by.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import styles from './PageHeading.module.css';

/** URL of the page whose heading was shown last; null before hydration. */
let headedLocation: string | null = null;

/** Focuses the heading that the URL's fragment names, because the browser only scrolls to it. Returns false if there is no such heading. */
function followAnchor(): boolean {
  const anchor = window.location.hash.slice(1);
  const named = document.getElementById(`${anchor}-heading`) ?? document.getElementById(anchor)?.closest<HTMLElement>('h2, h3') ?? null;
  focusPlace(named);
  return named !== null;
}

export interface PageHeadingProps {
  children: ReactNode;
  context?: ReactNode;
  /** Query parameters that are part of the page's identity. If they change, the heading gets the focus. */
  part?: string;
  /** False while the heading's text is incomplete. The focus waits, so that screen readers speak the whole heading. */
  isReady?: boolean;
}

/** Gets the focus after client-side navigation. */
export function PageHeading({ children, context, part = '', isReady = true }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  /** Element that had the focus when this page was opened; null if the heading must not get the focus. */
  const focusedBefore = useRef<Element | null>(null);
  const location = useLocation()[0] + part;
  useEffect(() => {
    const from = headedLocation;
    const moved = from !== null && from !== location;
    headedLocation = location;
    if (moved && from.startsWith(`${window.location.pathname}/`))
      void import('./follow-back.ts').then(({ followBack }) => followBack(from)).catch(() => undefined);
    if (moved) window.scrollTo(0, 0);
    // Uses the URL's fragment only after navigation, or if no element of the page has the focus.
    if ((moved || document.activeElement === document.body) && followAnchor()) return;
    focusedBefore.current = moved ? document.activeElement : null;
  }, [location]);
  useEffect(() => {
    const before = focusedBefore.current;
    if (!isReady || before === null) return;
    focusedBefore.current = null;
    const now = document.activeElement;
    // Moves the focus only if the member has not moved it in the meantime.
    if (now === before || now === document.body) focusPlace(heading.current, { preventScroll: true });
  });
  useEffect(() => {
    window.addEventListener('hashchange', followAnchor);
    return () => window.removeEventListener('hashchange', followAnchor);
  }, []);
  return (
    <div className={styles.root}>
      <h1 ref={heading} className={styles.heading}>
        {children}
      </h1>
      {context && <div className={styles.context}>{context}</div>}
    </div>
  );
}

export function CycleLine() {
  const subscription = useSubscription();
  if (subscription.kind !== 'ready') return null;
  const { current_period_start: start, current_period_end: end } = subscription.data;
  return (
    <p>
      {'This billing cycle: '}
      <DateText seconds={start} />
      {' to '}
      <DateText seconds={end} />
    </p>
  );
}

/** Separate chunk, because few organizations are managed by a partner. */
const ManagedBy = patientPart(async () => (await import('./ManagedBy.tsx')).ManagedBy);

export function OrganizationBar() {
  const { data } = useOrganization();
  return data && managedBy(data) ? (
    <Suspense fallback={null}>
      <ManagedBy />
    </Suspense>
  ) : null;
}
