import { useSyncExternalStore } from 'react';
import { subscribeTokens, tokenState, type TokenState } from 'virtual:design-tokens';

export const useTokens = (): TokenState => useSyncExternalStore(subscribeTokens, tokenState);
