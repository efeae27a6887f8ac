import { activityStates } from './activity.ts';
import { billingVariants } from './billing-variants.ts';
import { budgetStates } from './budgets.ts';
import { dialogStates } from './dialogs.ts';
import { editorStates } from './editors.ts';
import { pageStates } from './pages.ts';
import { paletteStates } from './palette.ts';
import { endingStates } from './endings.ts';
import { rightsStates } from './rights.ts';
import { sectionStates } from './sections.ts';
import { statementStates } from './statement.ts';
import type { State } from './state.ts';
import { proposalStates } from './proposals.ts';
import { tokenStates } from './tokens.ts';
import { waitingStates } from './waiting.ts';

export const states: readonly State[] = [
  ...sectionStates,
  ...billingVariants,
  ...dialogStates,
  ...editorStates,
  ...rightsStates,
  ...pageStates,
  ...budgetStates,
  ...activityStates,
  ...statementStates,
  ...tokenStates,
  ...proposalStates,
  ...paletteStates,
  ...waitingStates,
  ...endingStates,
];

/** States with the same key are audited together, but counted separately. */
export const screenOf = ({ member, address, steps }: State): string =>
  JSON.stringify([member, address, steps], (_, value: unknown) => (value instanceof RegExp ? String(value) : value));

export function screens(of: readonly State[] = states): readonly (readonly State[])[] {
  const groups = new Map<string, State[]>();
  for (const state of of) {
    const screen = screenOf(state);
    groups.set(screen, [...(groups.get(screen) ?? []), state]);
  }
  return [...groups.values()];
}
