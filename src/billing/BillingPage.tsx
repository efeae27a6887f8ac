import { lazy, Suspense, type ReactNode } from 'react';
import { KnownPaymentContext } from '#ui/SectionError/ErrorBoundary.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { PanelSlot } from './PanelSlot.tsx';
import { SectionNav } from './SectionNav.tsx';
import { RestrictionSlot } from './restriction-banner/RestrictionSlot.tsx';
import { HydrationMarker } from './shared/page/HydrationMarker.tsx';
import { SectionSkeleton } from './shared/page/SectionSkeleton.tsx';
import { LoadingAnnouncer } from './shared/page/LoadingAnnouncer.tsx';
import { ReadFailure } from './shared/data/ReadFailure.tsx';
import { lazyPart, PartBoundary } from './shared/page/lazy-part.tsx';
import { failureOf } from './shared/data/section-state.ts';
import { isSectionVisible, payingSections, sectionOrder, sectionTitles, type SectionAnchor } from './shared/page/sections.ts';
import { useOrganization } from './shared/data/use-billing-data.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { uiTexts } from '#ui/texts.ts';
import styles from './BillingPage.module.css';

const load: Readonly<Record<SectionAnchor, Parameters<typeof lazyPart>[0]>> = {
  subscription: async () => (await import('./subscription/SubscriptionSection.tsx')).SubscriptionSection,
  breakdown: async () => (await import('./upcoming-invoice/UpcomingInvoiceSection.tsx')).UpcomingInvoiceSection,
  'cost-control': async () => (await import('./sections-below.ts')).CostControlSection,
  'credits-balance': async () => (await import('./sections-below.ts')).CreditsSection,
  'payment-methods': async () => (await import('./sections-below.ts')).PaymentMethodsSection,
  email: async () => (await import('./sections-below.ts')).EmailRecipientsSection,
  address: async () => (await import('./sections-below.ts')).BillingAddressSection,
  invoices: async () => (await import('./invoices/InvoicesSection.tsx')).InvoicesSection,
};

const sections = sectionOrder.map((anchor) => [anchor, lazyPart(load[anchor], anchor)] as const);

/** Overview at the top. Its server HTML works before hydration, so the browser loads its code only after the first input. */
const Glance = lazyPart(async () => (await import('./glance/Glance.tsx')).Glance, 'glance');

/** Shows the payment status below a crashed section. If its code can't load, the section's error is shown without the status. */
const KnownPayment = lazy(async () => {
  const part = await import('./shared/payment/AttemptNote.tsx').catch(() => null);
  return { default: part?.KnownPayment ?? (() => null) };
});
const knownPayment = (
  <Suspense fallback={null}>
    <KnownPayment />
  </Suspense>
);

/** Renders the sections in the specification's order. Each section has its own chunk, hydration boundary and error state. */
export function BillingPage() {
  const organization = useOrganization();
  const failed = failureOf(organization);
  return (
    <KnownPaymentContext value={knownPayment}>
      <div className={styles.root}>
        <LoadingAnnouncer />
        <PanelSlot />
        <RestrictionSlot />
        <div data-boundary="glance" className={styles.glance}>
          <PartBoundary subject="overview" message={uiTexts.partBroken}>
            <Suspense fallback={<LoadingSheet lines={3} size="row" />}>
              <Glance />
            </Suspense>
          </PartBoundary>
        </div>
        <SectionNav organization={organization.data ?? null} />
        {failed && <ReadFailure subject="organization" title={pageTexts.organizationFailed} failed={failed} />}
        {sections.map(([anchor, Section]) => {
          if (!isSectionVisible(anchor, organization.data ?? null)) return null;
          return (
            <div key={anchor} data-boundary={anchor}>
              <PartBoundary
                subject={sectionTitles[anchor]}
                message="This section could not be shown"
                mayPay={payingSections.includes(anchor)}
                renderAround={(failure) => <SectionBroken anchor={anchor}>{failure}</SectionBroken>}
              >
                <Suspense fallback={<SectionLoading anchor={anchor} />}>
                  <Section />
                </Suspense>
              </PartBoundary>
            </div>
          );
        })}
      </div>
    </KnownPaymentContext>
  );
}

function SectionBroken({ anchor, children }: { anchor: SectionAnchor; children: ReactNode }) {
  return (
    <SectionSheet id={anchor} title={sectionTitles[anchor]}>
      {children}
      {/* Marks the fallback as hydrated, so that its buttons work although the section failed to load. */}
      <HydrationMarker boundary={anchor} />
    </SectionSheet>
  );
}

function SectionLoading({ anchor }: { anchor: SectionAnchor }) {
  return (
    <SectionSheet id={anchor} title={sectionTitles[anchor]} isBusy>
      <SectionSkeleton of={anchor} />
    </SectionSheet>
  );
}
