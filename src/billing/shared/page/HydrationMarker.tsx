import { useEffect } from 'react';

declare global {
  interface Window {
    /** Set by the inline script that keeps what is done before hydration. */
    earlyInput?: {
      alive(boundary: string): void;
      /** True once a translator has changed text that is not hydrated yet. */
      readonly isTranslated: boolean;
    };
  }
}

/** Tells that a boundary is hydrated, so that clicks and text from before are replayed in it. Renders nothing. */
export function HydrationMarker({ boundary }: { boundary: string }) {
  useEffect(() => window.earlyInput?.alive(boundary), [boundary]);
  return null;
}
