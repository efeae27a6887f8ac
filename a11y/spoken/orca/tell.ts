import type { Page } from 'playwright';
import type { Target } from '#a11y/states/state.ts';
import { describeTarget, locate } from '#a11y/support/locate.ts';
import type { Walk, WalkStep } from '#a11y/walks/walk.ts';
import type { OrcaSession } from './session.ts';

/** What Orca calls a role; any of these. */
const spokenRoles: Readonly<Partial<Record<Target['role'], readonly string[]>>> = {
  alertdialog: ['alert', 'dialog'],
  button: ['button'],
  checkbox: ['check box'],
  combobox: ['combo box', 'entry'],
  dialog: ['dialog'],
  heading: ['heading'],
  link: ['link'],
  menuitem: ['menu item', 'Options', ''],
  radio: ['radio button'],
  textbox: ['entry'],
};

const xKeys: Readonly<Record<string, string>> = {
  Enter: 'Return',
  Space: 'space',
  ArrowDown: 'Down',
  ArrowUp: 'Up',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  'Shift+Tab': 'shift+Tab',
};

const inX = (key: string): string => xKeys[key] ?? key;

/** One line of a transcript: what was done, and what was heard after it. */
interface Told {
  readonly done: string;
  readonly said: readonly string[];
}

const spoken = ({ said }: Told): string => said.join(' ').replace(/\s+/g, ' ');

/** What must be in the words of a step and is not. */
function missing(step: WalkStep, told: Told, before: string): string[] {
  const words = spoken(told);
  const has = (text: string) => words.toLowerCase().includes(text.toLowerCase());
  const faults: string[] = [];
  const arrived = step.do === 'to' ? step.target : step.do === 'key' ? step.focus : undefined;
  if (arrived && arrived.role !== 'main' && arrived.role !== 'row') {
    const isNamed =
      typeof arrived.name === 'string'
        ? has(arrived.name)
        : arrived.name.test(words) || told.said.some((line) => (arrived.name as RegExp).test(line));
    if (!isNamed && typeof arrived.name === 'string') faults.push(`does not say ${arrived.name}`);
    if (!(spokenRoles[arrived.role] ?? ['']).some(has)) faults.push(`does not say that it is a ${arrived.role}`);
  }
  if (step.do === 'key') for (const word of step.says ?? []) if (!has(word)) faults.push(`does not say "${word}"`);
  if (step.do === 'hear' && !`${before} ${words}`.includes(step.words)) faults.push(`does not say "${step.words}"`);
  return faults.map((fault) => `${told.done}: ${fault}; said "${words}"`);
}

const isStill = (step: WalkStep): boolean => step.do === 'see' || step.do === 'hear';

async function act(session: OrcaSession, page: Page, step: WalkStep): Promise<string> {
  switch (step.do) {
    case 'to':
      // The way there is walked by the keyboard walks; here it is heard what one arrives at.
      await locate(page, step.target).focus();
      return `go to ${describeTarget(step.target)}`;
    case 'key':
    case 'leave':
      session.press(inX(step.key));
      return `press ${step.key}`;
    case 'type':
      for (const letter of step.text) session.press(letter === ' ' ? 'space' : letter === '@' ? 'at' : letter === '.' ? 'period' : letter);
      return `type ${step.text}`;
    case 'see':
      await locate(page, step.target).waitFor();
      return `see ${describeTarget(step.target)}`;
    case 'hear':
      return `wait for "${step.words}"`;
  }
}

export interface Transcript {
  readonly text: string;
  readonly faults: readonly string[];
}

/** Takes a walk with Orca listening. Sets of words are asserted, never whole sentences. */
export async function tell(session: OrcaSession, page: Page, origin: string, walk: Walk): Promise<Transcript> {
  await page.goto(origin + walk.address);
  await page.bringToFront();
  const opening = await session.heard();
  const lines: Told[] = [{ done: `open ${walk.address} as ${walk.member ?? 'nobody'}`, said: opening }];
  const faults: string[] = [];
  let before = '';
  for (const step of walk.steps) {
    const told: Told = { done: await act(session, page, step), said: await session.heard() };
    faults.push(...missing(step, told, before));
    before = isStill(step) ? `${before} ${spoken(told)}` : spoken(told);
    lines.push(told);
  }
  const text = lines.map(({ done, said }) => [`> ${done}`, ...said.map((line) => `  ${line}`)].join('\n')).join('\n');
  return { text, faults };
}
