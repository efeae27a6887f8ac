import { createContext } from 'react';
import type { ThemeChoice } from '#ui/ThemeSwitch/theme-choice.ts';

/** Conditions under which the server rendered the document. Hydration must use the same values. */
export interface ServedPage {
  /** False if the visitor has no session. The page then sends no reads to the platform. */
  readonly signedIn: boolean;
  /** Theme from the request, on the server only. The browser reads the theme from the cookie. */
  readonly theme?: ThemeChoice;
  /** True if a bearer token identifies the member. There is then no session that the member could end. */
  readonly byToken?: true;
}

export const ServedContext = createContext<ServedPage>({ signedIn: false });
