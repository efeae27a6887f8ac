import type { StateName } from './board-api.ts';

export const nameOf = ({ component, state }: { readonly component: string; readonly state: string }): StateName => `${component}: ${state}`;
