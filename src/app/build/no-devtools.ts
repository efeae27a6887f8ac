/**
 * Replaces the event bus of TanStack's developer tools in the built page: the form package sends it every typed value and
 * keeps looking for its window. Those tools are never open on a billing page.
 */
export class EventClient {
  readonly on = () => () => undefined;
  readonly emit = () => undefined;
}

/** What the package would send that bus of a form's state, a few times a second while somebody types. */
export const liteThrottle = () => () => undefined;
