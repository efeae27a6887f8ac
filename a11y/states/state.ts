import type { SectionAnchor } from '#billing/shared/page/sections.ts';
import type { Member } from './scenarios.ts';

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

export interface Target {
  readonly role: TargetRole;
  /** The full accessible name, or a pattern if the name contains a date, an amount or an invoice number. */
  readonly name: string | RegExp;
  readonly within?: Target;
  /** Index of the target among all matches; default: 0. */
  readonly nth?: number;
  /** Title of the frame that contains the element, for example the card fields or the bank. */
  readonly frame?: string;
}

export type Step =
  | { readonly do: 'press' | 'focus' | 'hover'; readonly target: Target }
  | { readonly do: 'fill'; readonly target: Target; readonly text: string }
  | { readonly do: 'choose'; readonly target: Target; readonly file: string; readonly text: string }
  /** Sends a key or key combination to the focused element, by Playwright's name of the key. */
  | { readonly do: 'key'; readonly key: string }
  | { readonly do: 'await'; readonly target: Target }
  | { readonly do: 'type'; readonly text: string }
  /** Goes offline while the page loads, so that the unfinished parts stay in their loading state. */
  | { readonly do: 'hold' }
  /** Blocks all further requests, so that they stay pending. */
  | { readonly do: 'stall' }
  | { readonly do: 'offline' }
  | { readonly do: 'open'; readonly address: string }
  /** Ends the session, like signing out in another tab. */
  | { readonly do: 'signOut' }
  /** Sets the amount of every budget of the organization, as if a second member changed the budgets while the page is open. */
  | { readonly do: 'changeBudgets'; readonly organization: string; readonly amountCents: number }
  /** Proposes to buy credits of $100, as a developer without the permission to buy them. */
  | { readonly do: 'propose'; readonly organization: string }
  /** Injects a fault into the sandbox gateway, like the gateway's inspector. */
  | { readonly do: 'fault'; readonly fault: Readonly<Record<string, string | number>> };

export const situations = ['ready', 'loading', 'empty', 'failed', 'noRead', 'noWrite', 'partner'] as const;
export type Situation = (typeof situations)[number];

export interface State {
  readonly name: string;
  /** null for a visitor without a session. */
  readonly member: Member | null;
  /** Path and query, for example `/org/pro-capped/billing?panel=costControl`. */
  readonly address: string;
  readonly steps: readonly Step[];
  readonly sees: readonly Target[];
  /** Elements that are only visible. They are not in the accessibility tree, because a live region announces the same words. */
  readonly shows?: readonly Target[];
  readonly seesNot?: readonly Target[];
  readonly section?: readonly [SectionAnchor, Situation];
  readonly dialogs?: readonly string[];
  /** True if the steps change stored data. A state with such steps runs last, on a platform that is not shared. */
  readonly changes?: boolean;
  /** Sets of words. A virtual screen reader must say all words of a set in one utterance. */
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

export const memberMenu = button('olivia-owner');

export const press = (target: Target): Step => ({ do: 'press', target });
export const focus = (target: Target): Step => ({ do: 'focus', target });
export const fill = (target: Target, words: string): Step => ({ do: 'fill', target, text: words });
export const choose = (target: Target, file: string, words: string): Step => ({ do: 'choose', target, file, text: words });
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
export const propose = (organization: string): Step => ({ do: 'propose', organization });
export const inFrame = (target: Target, title: string): Target => ({ ...target, frame: title });

export const billing = (slug: string, search = ''): string => `/org/${slug}/billing${search}`;
