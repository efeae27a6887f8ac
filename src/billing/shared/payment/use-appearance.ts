import { useMemo, useSyncExternalStore } from 'react';
import type { Appearance } from '@stripe/stripe-js';
import { appearanceText, watchAppearance } from './appearance.ts';

/** How the gateway's fields are to look now: follows theme, contrast and the system's forced colours. */
export function useAppearance(): Appearance {
  const text = useSyncExternalStore(watchAppearance, appearanceText);
  return useMemo(() => JSON.parse(text) as Appearance, [text]);
}
