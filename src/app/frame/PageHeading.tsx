import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useOrganization, useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { patientPart } from '#billing/shared/page/lazy-part.tsx';
import { managedBy } from '#lib/managed-by.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import styles from './PageHeading.module.css';

/** URL whose heading was shown last; null before hydration. */
let headedLocation: string | null = null;

/** Focuses the heading of the section in the URL's fragment, because the browser only scrolls to it. Returns true if it exists. */
function followAnchor(): boolean {
  const anchor = window.location.hash.slice(1);
  const named = document.getElementById(`${anchor}-heading`) ?? document.getElementById(anchor)?.closest<HTMLElement>('h2, h3') ?? null;
  focusPlace(named);
  return named !== null;
}

export interface PageHeadingProps {
  children: ReactNode;
  context?: ReactNode;
  /** Part of the query whose change opens another page. */
  part?: string;
  /** False while the text is incomplete: the focus then waits, so that screen readers speak the whole heading. */
  isReady?: boolean;
}

/** Takes the focus after client-side navigation, as after a page load. */
export function PageHeading({ children, context, part = '', isReady = true }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  /** Element with the focus when this page was opened; null if the heading must not take the focus. */
  const focusedBefore = useRef<Element | null>(null);
  const location = useLocation()[0] + part;
  useEffect(() => {
    const from = headedLocation;
    const moved = from !== null && from !== location;
    headedLocation = location;
    if (moved && from.startsWith(`${window.location.pathname}/`))
      void import('./follow-back.ts').then(({ followBack }) => followBack(from)).catch(() => undefined);
    if (moved) window.scrollTo(0, 0);
    // Does not move a focus that is already in the page.
    if ((moved || document.activeElement === document.body) && followAnchor()) return;
    focusedBefore.current = moved ? document.activeElement : null;
  }, [location]);
  useEffect(() => {
    const before = focusedBefore.current;
    if (!isReady || before === null) return;
    focusedBefore.current = null;
    const now = document.activeElement;
    // Keeps the focus if the member has moved it in the meantime.
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

/** Loaded separately, because few organizations have a partner. */
const ManagedBy = patientPart(async () => (await import('./ManagedBy.tsx')).ManagedBy);

export function OrganizationBar() {
  const { data } = useOrganization();
  return data && managedBy(data) ? (
    <Suspense fallback={null}>
      <ManagedBy />
    </Suspense>
  ) : null;
}
