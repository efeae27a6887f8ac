import type { TokenDocs } from './emit-docs.ts';
import type { Problem } from './model.ts';

export const VIRTUAL_ID = 'virtual:design-tokens';
export const UPDATE_EVENT = 'design-tokens:update';

export interface TokenState {
  readonly docs: TokenDocs;
  readonly broken: readonly Problem[];
}

/** The source exports an external store. If the token files change while the page is open, the store changes, too. */
export function virtualModule(state: TokenState): string {
  return `let state = ${JSON.stringify(state)};
const listeners = new Set();
export const tokenState = () => state;
export const subscribeTokens = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
if (import.meta.hot) {
  import.meta.hot.accept();
  import.meta.hot.on('${UPDATE_EVENT}', (next) => {
    state = next;
    for (const listener of listeners) listener();
  });
}
`;
}
