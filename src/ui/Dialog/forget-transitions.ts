import { runAfterTransition } from 'react-aria/private/utils/runAfterTransition';

/**
 * React Aria remembers what is in transition, and a dialog that is closed on its way in never ends it: it would be kept for as
 * long as the page. Asking for the end of all transitions makes React Aria forget what is gone.
 */
export const forgetTransitions = (): void => void runAfterTransition(() => undefined);
