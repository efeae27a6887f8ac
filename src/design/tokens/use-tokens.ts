import { useSyncExternalStore } from 'react';
import { subscribeTokens, tokenState, type TokenState } from 'virtual:design-tokens';

/** Current tokens, and the error if the files do not compile. */
export const useTokens = (): TokenState => useSyncExternalStore(subscribeTokens, tokenState);
