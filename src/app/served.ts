import { createContext } from 'react';
import { systemChoice, type ThemeChoice } from '#ui/ThemeSwitch/theme-choice.ts';

/** How the document was served. Server and browser must agree on it during hydration. */
export interface Served {
  /** False: the page sends no reads to the platform. */
  readonly signedIn: boolean;
  readonly theme: ThemeChoice;
  /** Set if a bearer token decides who is signed in, so the page has no session to sign out of. */
  readonly byToken?: true;
}

export const ServedContext = createContext<Served>({ signedIn: false, theme: systemChoice });
