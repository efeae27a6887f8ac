declare module 'virtual:design-tokens' {
  export type { TokenState } from '#tokens/build/virtual-module.ts';
  export type { TokenDocs, TokenDoc, RampStep } from '#tokens/build/emit-docs.ts';
  import type { TokenState } from '#tokens/build/virtual-module.ts';

  /** The tokens as they are now; a new object after every saved token file. */
  export function tokenState(): TokenState;

  /** Calls the listener after every change; returns the function that ends it. For useSyncExternalStore. */
  export function subscribeTokens(listener: () => void): () => void;
}
