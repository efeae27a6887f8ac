import type { Target } from '#a11y/states/state.ts';
import type { WalkStep } from '#a11y/walks/walk.ts';

/** One line of a transcript: what was done, and what was heard after it. */
export interface Told {
  readonly done: string;
  readonly said: readonly string[];
}

/** What Orca calls a role; any of these. Of the other roles it says nothing. */
const spokenRoles: Readonly<Partial<Record<Target['role'], readonly string[]>>> = {
  // One that is long is told from its heading on.
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
  // Ends of a pattern are ends of the name, which stands amid other words.
  return new RegExp(name.source.replace(/^\^|(?<!\\)\$$/g, ''), name.flags).test(words);
};

/** What a step leads to, that then has to be said by name and by role. */
function arrival(step: WalkStep): Target | undefined {
  if (step.do === 'to' || step.do === 'return') return step.target;
  if (step.do === 'key') return step.focus;
  if (step.do === 'see' && (step.target.role === 'dialog' || step.target.role === 'alertdialog')) return step.target;
  return undefined;
}

/** Roles that are places rather than things: nobody is told their name on arrival. */
const unnamed = new Set<Target['role']>(['main', 'row', 'group']);

/**
 * What must be in the words of a step and is not.
 * @param since everything that was said before it, since a message was last asked for
 */
export function missingWords(step: WalkStep, said: readonly string[], since: string): string[] {
  const words = inWords(said).toLowerCase();
  // Where the focus comes back by itself, and dialogs that open slowly, may have been told with the key that led there.
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
