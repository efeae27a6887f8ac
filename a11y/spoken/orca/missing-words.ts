import type { Target } from '#a11y/states/state.ts';
import type { WalkStep } from '#a11y/walks/walk.ts';

/** A line of a transcript: an action, and the speech after it. */
export interface Told {
  readonly done: string;
  readonly said: readonly string[];
}

/** Orca's words for a role, any of which is enough. Orca announces no other roles. */
const spokenRoles: Readonly<Partial<Record<Target['role'], readonly string[]>>> = {
  // Orca reads a long alert dialog from its heading on.
  alertdialog: ['alert', 'dialog', 'heading'],
  button: ['button'],
  checkbox: ['check box'],
  combobox: ['combo box', 'entry'],
  dialog: ['dialog'],
  heading: ['heading'],
  link: ['link'],
  radio: ['radio button'],
  searchbox: ['entry'],
  textbox: ['entry'],
};

const inWords = (said: readonly string[]): string => said.join(' ').replace(/\s+/g, ' ');

const holdsName = (name: string | RegExp, said: readonly string[]): boolean => {
  const words = inWords(said);
  if (typeof name === 'string') return words.toLowerCase().includes(name.toLowerCase());
  // Drops the anchors, because the name is in the middle of other words.
  return new RegExp(name.source.replace(/^\^|(?<!\\)\$$/g, ''), name.flags).test(words);
};

/** Target of a step that Orca must announce with name and role. */
function arrival(step: WalkStep): Target | undefined {
  if (step.do === 'to' || step.do === 'return') return step.target;
  if (step.do === 'key') return step.focus;
  if (step.do === 'see' && (step.target.role === 'dialog' || step.target.role === 'alertdialog')) return step.target;
  return undefined;
}

/** Roles whose names are not announced on arrival. */
const unnamed = new Set<Target['role']>(['main', 'row', 'group']);

/**
 * Expected words of a step that are missing.
 * @param since all speech before the step, since the last expected message
 */
export function missingWords(step: WalkStep, said: readonly string[], since: string): string[] {
  const words = inWords(said).toLowerCase();
  // Returning focus and slow dialogs may be announced together with the key before.
  const wide = step.do === 'return' || step.do === 'see' || step.do === 'hear' ? [since, ...said] : said;
  const faults: string[] = [];
  const target = arrival(step);
  if (target && !unnamed.has(target.role)) {
    if (!holdsName(target.name, wide)) faults.push(`does not say ${String(target.name)}`);
    const roles = spokenRoles[target.role];
    if (roles && !roles.some((role) => inWords(wide).toLowerCase().includes(role))) faults.push(`does not say that it is a ${target.role}`);
  }
  if (step.do === 'see' && step.target.role === 'text' && !holdsName(step.target.name, wide))
    faults.push(`never says ${String(step.target.name)}`);
  if (step.do === 'key') for (const word of step.says ?? []) if (!words.includes(word.toLowerCase())) faults.push(`does not say "${word}"`);
  if (step.do === 'hear' && !holdsName(step.words, wide)) faults.push(`does not say "${step.words}"`);
  return faults;
}
