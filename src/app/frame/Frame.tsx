import { Suspense, type ReactNode } from 'react';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { SkipLink } from '#ui/SkipLink/SkipLink.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { uiTexts } from '#ui/texts.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { patientPart } from '#billing/shared/page/lazy-part.tsx';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { docsAddress, supportAddress } from '#lib/addresses.ts';
import styles from './Frame.module.css';

const AppBar = patientPart(async () => (await import('./AppBar.tsx')).AppBar, 'bar');
/** The toast region loads together with the bar, because no toast appears before the page is used. */
const ToastRegion = patientPart(async () => (await import('#ui/Toast/ToastRegion.tsx')).ToastRegion, 'bar');

export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.root} data-boundary="page">
      <header className={styles.header} data-behind-overlays>
        <SkipLink href="#main">Skip to content</SkipLink>
        <div className={styles.bar} data-boundary="bar">
          <Suspense fallback={null}>
            <AppBar />
          </Suspense>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main} data-behind-overlays data-boundary="main">
        {children}
      </main>
      <PrintDate />
      <footer className={styles.footer} data-print="never" data-behind-overlays>
        <TextLink href={supportAddress}>{uiTexts.support}</TextLink>
        <TextLink href={docsAddress} opensInNewTab>
          {uiTexts.documentation}
        </TextLink>
      </footer>
      <Suspense fallback={null}>
        <ToastRegion />
      </Suspense>
      <Announcer />
      <HydrationMarker boundary="page" />
    </div>
  );
}

/** Last line of a printed page. A printed bill changes until the cycle ends, so the reader needs to know its age. */
const PrintDate = () => (
  <p className={styles.printed}>
    {uiTexts.printed}
    <DateText seconds={useNowSeconds()} format="date-time" />
  </p>
);
