import type { SectionAnchor } from '#billing/shared/page/sections.ts';
import type { Member } from './scenarios.ts';

/** Roles by which steps and proofs find things; the ones that a member of the page meets. */
export type TargetRole =
  | 'alert'
  | 'alertdialog'
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'dialog'
  | 'grid'
  | 'group'
  | 'heading'
  | 'link'
  | 'list'
  | 'listbox'
  | 'main'
  | 'menu'
  | 'menuitem'
  | 'option'
  | 'radio'
  | 'region'
  | 'row'
  | 'searchbox'
  | 'slider'
  | 'spinbutton'
  | 'status'
  | 'table'
  | 'text'
  | 'textbox';

/** One thing on the screen by role and name, as a person would name it. `text` finds by visible words. */
export interface Target {
  readonly role: TargetRole;
  /** Whole name, or a pattern where it holds a date, an amount or an invoice number. */
  readonly name: string | RegExp;
  /** Name of the section or dialog around it. */
  readonly within?: Target;
  /** Which of several, from 0; the first where absent. */
  readonly nth?: number;
  /** Title of the frame that it is in: the card fields, the bank. */
  readonly frame?: string;
}

export type Step =
  | { readonly do: 'press' | 'focus' | 'hover'; readonly target: Target }
  | { readonly do: 'fill'; readonly target: Target; readonly text: string }
  /** A key or chord in Playwright's names, at whatever has the focus. */
  | { readonly do: 'key'; readonly key: string }
  /** Waits for something that a step brings about. */
  | { readonly do: 'await'; readonly target: Target }
  /** Types words, or keys that become words, wherever the focus is. */
  | { readonly do: 'type'; readonly text: string }
  /** Stops the network: what is still loading keeps loading for as long as one looks. */
  | { readonly do: 'hold' }
  /** From now on the platform takes for ever to answer: what is asked for stays under way. */
  | { readonly do: 'stall' }
  /** From now on there is no connection. */
  | { readonly do: 'offline' }
  /** Goes to another address. */
  | { readonly do: 'open'; readonly address: string }
  /** The session ends, as in another tab. */
  | { readonly do: 'signOut' }
  /** Saves another amount in the budgets of an organization, as another member would at the same time. */
  | { readonly do: 'changeBudgets'; readonly organization: string; readonly amountCents: number }
  /** Breaks something at the sandbox gateway, as its inspector does. */
  | { readonly do: 'fault'; readonly fault: Readonly<Record<string, string | number>> };

/** What a section shows, whichever it is. */
export const situations = ['ready', 'loading', 'empty', 'failed', 'noRead', 'noWrite', 'partner'] as const;
export type Situation = (typeof situations)[number];

/** One state of the screen: how a member gets there and what is then true. */
export interface State {
  /** Unique, in the words of a designer. */
  readonly name: string;
  /** Who is signed in; null is nobody. */
  readonly member: Member | null;
  /** Path and query, for example `/org/pro-capped/billing?panel=costControl`. */
  readonly address: string;
  readonly steps: readonly Step[];
  /** All of these are on the screen once the steps are done. */
  readonly sees: readonly Target[];
  /** On the screen as well, for eyes only: the announcer says it once and falls silent. */
  readonly shows?: readonly Target[];
  /** None of these is on the screen then. */
  readonly seesNot?: readonly Target[];
  /** The section that the state is about, with its situation. */
  readonly section?: readonly [SectionAnchor, Situation];
  /** Source files of the dialogs that are open, from the root of the project. */
  readonly dialogs?: readonly string[];
  /** True where the steps change what the platform stores: such states come last, on a platform that nobody else looks at. */
  readonly changes?: boolean;
  /** Words that a virtual screen reader must meet in this state, each set in one utterance. */
  readonly hears?: readonly (readonly string[])[];
}

type Name = string | RegExp;
const find =
  (role: TargetRole) =>
  (name: Name, within?: Target, nth?: number): Target => ({ role, name, ...(within && { within }), ...(nth !== undefined && { nth }) });

export const button = find('button');
export const link = find('link');
export const region = find('region');
export const heading = find('heading');
export const text = find('text');
export const dialog = find('dialog');
export const alertDialog = find('alertdialog');
export const radio = find('radio');
export const checkbox = find('checkbox');
export const textbox = find('textbox');
export const searchbox = find('searchbox');
export const combobox = find('combobox');
export const slider = find('slider');
export const option = find('option');
export const list = find('list');
export const table = find('table');
export const menuitem = find('menuitem');

/** The button of the menu with theme, messages and sign-out. */
export const memberMenu = button('olivia-owner');

export const press = (target: Target): Step => ({ do: 'press', target });
export const focus = (target: Target): Step => ({ do: 'focus', target });
export const fill = (target: Target, words: string): Step => ({ do: 'fill', target, text: words });
export const key = (name: string): Step => ({ do: 'key', key: name });
export const wait = (target: Target): Step => ({ do: 'await', target });
export const type = (words: string): Step => ({ do: 'type', text: words });
export const fault = (what: Readonly<Record<string, string | number>>): Step => ({ do: 'fault', fault: what });
export const open = (address: string): Step => ({ do: 'open', address });
export const hold: Step = { do: 'hold' };
export const stall: Step = { do: 'stall' };
export const offline: Step = { do: 'offline' };
export const signOut: Step = { do: 'signOut' };
export const changeBudgets = (organization: string, amountCents: number): Step => ({ do: 'changeBudgets', organization, amountCents });
export const inFrame = (target: Target, title: string): Target => ({ ...target, frame: title });

/** The billing page of an organization of the demo. */
export const billing = (slug: string, search = ''): string => `/org/${slug}/billing${search}`;
