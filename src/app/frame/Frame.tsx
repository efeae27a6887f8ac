import { Suspense, type ReactNode } from 'react';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { SkipLink } from '#ui/SkipLink/SkipLink.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { uiTexts } from '#ui/texts.ts';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { patientPart } from '#billing/shared/page/lazy-part.tsx';
import { supportAddress } from '#lib/addresses.ts';
import { Masthead } from './Masthead.tsx';
import styles from './Frame.module.css';

const DisplaySettings = patientPart(async () => (await import('./DisplaySettings.tsx')).DisplaySettings, 'display');
/** Comes with the display settings: no message appears before the page is used. */
const ToastRegion = patientPart(async () => (await import('#ui/Toast/ToastRegion.tsx')).ToastRegion, 'display');

/** What stands around every page: banner, main, footer with help and display settings, messages. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.root} data-boundary="page">
      <header className={styles.header} data-behind-overlays>
        <SkipLink href="#main">Skip to content</SkipLink>
        <Masthead />
      </header>
      <main id="main" tabIndex={-1} className={styles.main} data-behind-overlays data-boundary="main">
        {children}
      </main>
      <footer className={styles.footer} data-print="never" data-behind-overlays>
        <p>
          <TextLink href={supportAddress}>{uiTexts.support}</TextLink>
        </p>
        <div data-boundary="display" className={styles.settings}>
          <Suspense fallback={null}>
            <DisplaySettings />
          </Suspense>
        </div>
      </footer>
      <Suspense fallback={null}>
        <ToastRegion />
      </Suspense>
      <Announcer />
      <HydrationMarker boundary="page" />
    </div>
  );
}
