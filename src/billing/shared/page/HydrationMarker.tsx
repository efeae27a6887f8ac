import { useEffect } from 'react';

declare global {
  interface Window {
    /** Written by the inline script that records input before hydration. */
    earlyInput?: {
      alive(boundary: string): void;
      /** True if a translator changed text before hydration. */
      readonly isTranslated: boolean;
    };
  }
}

/** Marks a boundary as hydrated, so that earlier clicks and text are replayed. Renders nothing. */
export function HydrationMarker({ boundary }: { boundary: string }) {
  useEffect(() => window.earlyInput?.alive(boundary), [boundary]);
  return null;
}
