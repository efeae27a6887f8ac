import { createContext } from 'react';
import { systemChoice, type ThemeChoice } from '#ui/ThemeSwitch/theme-choice.ts';

/** How the document was served: what server and browser must agree on while the page comes to life. */
export interface Served {
  /** Nothing is asked of the platform for anyone who is not signed in. */
  readonly signedIn: boolean;
  readonly theme: ThemeChoice;
  /** Present where the page has no session of its own to sign out of: a token decides who is signed in. */
  readonly byToken?: true;
}

export const ServedContext = createContext<Served>({ signedIn: false, theme: systemChoice });
