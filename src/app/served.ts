import { createContext } from 'react';
import type { ThemeChoice } from '#ui/ThemeSwitch/theme-choice.ts';

/** Conditions under which the document was rendered. Hydration must use the same ones. */
export interface ServedPage {
  /** False if there is no session; the page then sends no reads to the platform. */
  readonly signedIn: boolean;
  /** Set on the server; the browser reads it from the cookie. */
  readonly theme?: ThemeChoice;
  /** Set if a bearer token identifies the member, so there is no session to end. */
  readonly byToken?: true;
}

export const ServedContext = createContext<ServedPage>({ signedIn: false });
