import { useEffect } from 'react';

declare global {
  interface Window {
    /** Set by the inline script that records clicks and typed text before hydration. */
    earlyInput?: {
      alive(boundary: string): void;
      /** True if a translator changed the page's text before hydration. */
      readonly isTranslated: boolean;
    };
  }
}

/** Marks a boundary as hydrated, so that earlier clicks and text are replayed. Renders nothing. */
export function HydrationMarker({ boundary }: { boundary: string }) {
  useEffect(() => window.earlyInput?.alive(boundary), [boundary]);
  return null;
}
