import { useSyncExternalStore } from 'react';
import { subscribeTokens, tokenState, type TokenState } from 'virtual:design-tokens';

/** The tokens as they are now, and why the files as they stand do not compile, if so. */
export const useTokens = (): TokenState => useSyncExternalStore(subscribeTokens, tokenState);
