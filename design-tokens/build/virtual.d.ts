declare module 'virtual:design-tokens' {
  export type { TokenState } from '#tokens/build/virtual-module.ts';
  export type { TokenDocs, TokenDoc, RampStep } from '#tokens/build/emit-docs.ts';
  import type { TokenState } from '#tokens/build/virtual-module.ts';

  /** Each saved token file creates a new object. */
  export function tokenState(): TokenState;

  export function subscribeTokens(listener: () => void): () => void;
}
