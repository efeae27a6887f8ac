import type { Target } from '#a11y/states/state.ts';
import type { WalkStep } from '#a11y/walks/walk.ts';

export interface SpokenLine {
  readonly done: string;
  readonly said: readonly string[];
}

/** Words by role. Orca must say at least one of the words for a role. Roles without words are not checked: Orca does not say them. */
const spokenRoles: Readonly<Partial<Record<Target['role'], readonly string[]>>> = {
  // Orca may begin to read a long alert dialog at its heading.
  alertdialog: ['alert', 'dialog', 'heading'],
  button: ['button'],
  checkbox: ['check box'],
  combobox: ['combo box', 'entry'],
  dialog: ['dialog'],
  heading: ['heading'],
  link: ['link'],
  radio: ['radio button'],
  searchbox: ['entry'],
  // Orca says "spin button" for a part of a date field.
  textbox: ['entry', 'spin button'],
};

const inWords = (said: readonly string[]): string => said.join(' ').replace(/\s+/g, ' ');

const holdsName = (name: string | RegExp, said: readonly string[]): boolean => {
  const words = inWords(said);
  if (typeof name === 'string') return words.toLowerCase().includes(name.toLowerCase());
  // Removes the anchors ^ and $ from the pattern, because Orca says other words before and after the name.
  return new RegExp(name.source.replace(/^\^|(?<!\\)\$$/g, ''), name.flags).test(words);
};

/** Returns the target whose name and role Orca must announce; undefined if the step has no such target. */
function arrival(step: WalkStep): Target | undefined {
  if (step.do === 'to' || step.do === 'return') return step.target;
  if (step.do === 'key') return step.focus;
  if (step.do === 'see' && (step.target.role === 'dialog' || step.target.role === 'alertdialog')) return step.target;
  return undefined;
}

/** Roles of elements whose names Orca does not announce on focus. */
const unnamed = new Set<Target['role']>(['main', 'row', 'group']);

/** @param since the speech of earlier steps since the last key press; for a `hear` step, the speech since the last expected message */
export function missingWords(step: WalkStep, said: readonly string[], since: string): string[] {
  const words = inWords(said).toLowerCase();
  // If an earlier step has already moved the focus or opened the dialog, Orca may have announced the target during that step.
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
