/** The page on which members see and end their sessions. */
export const sessionTexts = {
  title: 'Your sessions',
  about: "You are signed in with these browsers. End a session that you don't recognize.",
  thisBrowser: 'This browser',
  signedIn: 'Signed in',
  lastUsed: 'Last used',
  unknownBrowser: 'Unknown browser',
  end: 'End session',
  signOutHere: 'Sign out',
  endAll: 'Sign out on every device',
  ended: 'The session has ended.',
  endedText: 'That browser has to sign in again.',
  notEnded: 'No session was ended.',
  notEndedText: 'It had ended already.',
  failed: 'Failed to retrieve sessions',
} as const;
