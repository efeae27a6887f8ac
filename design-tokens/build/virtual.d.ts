declare module 'virtual:design-tokens' {
  export type { TokenState } from '#tokens/build/virtual-module.ts';
  export type { TokenDocs, TokenDoc, RampStep } from '#tokens/build/emit-docs.ts';
  import type { TokenState } from '#tokens/build/virtual-module.ts';

  /** Current tokens; a new object after every saved token file. */
  export function tokenState(): TokenState;

  export function subscribeTokens(listener: () => void): () => void;
}
