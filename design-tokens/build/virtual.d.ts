declare module 'virtual:design-tokens' {
  export type { TokenState } from '#tokens/build/virtual-module.ts';
  export type { TokenDocs, TokenDoc, RampStep } from '#tokens/build/emit-docs.ts';
  import type { TokenState } from '#tokens/build/virtual-module.ts';

  /** Returns a new object after a token file was saved; otherwise, returns the same object as before. */
  export function tokenState(): TokenState;

  export function subscribeTokens(listener: () => void): () => void;
}
