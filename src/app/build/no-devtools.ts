/**
 * Stands in the built page for the event bus of TanStack's developer tools: the form package tells it every value that somebody
 * types, and looks for its window over and over. Nobody has those tools open on a billing page.
 */
export class EventClient {
  readonly on = () => () => undefined;
  readonly emit = () => undefined;
}

/** What the package would send that bus of a form's state, a few times a second while somebody types. */
export const liteThrottle = () => () => undefined;
