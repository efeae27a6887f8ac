import type { CDPSession, Page } from 'playwright';

interface AxValue {
  readonly value?: unknown;
}
interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly description?: AxValue;
  readonly value?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
  readonly childIds?: readonly string[];
  readonly parentId?: string;
}

export interface Utterance {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly words: string;
}

const spokenStates: Readonly<Record<string, (value: unknown) => string>> = {
  disabled: (on) => (on ? 'grayed' : ''),
  expanded: (on) => (on ? 'expanded' : 'collapsed'),
  checked: (on) => (on === 'true' || on === true ? 'checked' : 'not checked'),
  pressed: (on) => (on === 'true' || on === true ? 'pressed' : 'not pressed'),
  selected: (on) => (on ? 'selected' : ''),
  required: (on) => (on ? 'required' : ''),
  invalid: (on) => (on && on !== 'false' ? 'invalid entry' : ''),
  level: (level) => `level ${String(level)}`,
  busy: (on) => (on ? 'busy' : ''),
  modal: (on) => (on ? 'modal' : ''),
};

/** Roles that the virtual screen reader does not say, because they have no meaning for the listener. */
const silent = new Set([
  'generic',
  'none',
  'InlineTextBox',
  'LineBreak',
  'RootWebArea',
  'paragraph',
  'ListMarker',
  'LayoutTable',
  'rowgroup',
  'Iframe',
  'IframePresentational',
]);
/** Roles whose name is their content. Reading both would repeat the words. */
const namedByContent = new Set([
  'button',
  'link',
  'heading',
  'menuitem',
  'option',
  'radio',
  'checkbox',
  'switch',
  'tab',
  'columnheader',
  'rowheader',
  'gridcell',
  'cell',
  'row',
  'caption',
]);

const textOf = (value: AxValue | undefined): string =>
  (typeof value?.value === 'string' ? value.value : value?.value === undefined ? '' : String(value.value)).replace(/\s+/g, ' ').trim();

function utteranceOf(node: AxNode): Utterance | null {
  const role = textOf(node.role);
  if (node.ignored || silent.has(role)) return null;
  const states = (node.properties ?? []).map(({ name, value }) => spokenStates[name]?.(value.value) ?? '').filter(Boolean);
  const parts = { role: role === 'StaticText' ? 'text' : role, name: textOf(node.name), description: textOf(node.description), states };
  const value = textOf(node.value);
  const words = [parts.name, parts.role === 'text' ? '' : parts.role, ...states, value, parts.description].filter(Boolean).join(', ');
  return { ...parts, words };
}

/** Reads the browser's accessibility tree in reading order, like a screen reader that skips nothing. */
export async function readScreen(page: Page): Promise<Utterance[]> {
  const session: CDPSession = await page.context().newCDPSession(page);
  try {
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { readonly nodes: readonly AxNode[] };
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const read: Utterance[] = [];
    const walk = (node: AxNode, namedAbove: string) => {
      const said = utteranceOf(node);
      const isOwnText = said?.role === 'text' && namedAbove.includes(said.name);
      if (said && !isOwnText) read.push(said);
      const names = said !== null && namedByContent.has(said.role) ? `${namedAbove} ${said.name}` : namedAbove;
      for (const id of node.childIds ?? []) {
        const child = byId.get(id);
        if (child) walk(child, names);
      }
    };
    const root = nodes.find(({ parentId }) => parentId === undefined);
    if (root) walk(root, '');
    return read;
  } finally {
    await session.detach();
  }
}

const interactive = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'menuitem',
  'option',
  'switch',
  'spinbutton',
  'dialog',
  'alertdialog',
  'region',
  'navigation',
  'table',
  'grid',
  'radiogroup',
]);

export function unheard(read: readonly Utterance[]): string[] {
  const faults = read
    .filter(({ role, name }) => interactive.has(role) && name === '')
    .map(({ role, words }) => `${role} without a name: "${words}"`);
  for (const { words } of read) {
    if (/•/.test(words)) faults.push(`masked digits are spoken: "${words}"`);
    if (/\[object|undefined|NaN|Invalid Date/.test(words)) faults.push(`nonsense: "${words}"`);
  }
  for (const { role, words } of read) if (role === 'progressbar') faults.push(`a progress bar reads percent only: "${words}"`);
  return faults;
}

export const hears = (read: readonly Utterance[], words: readonly string[]): boolean =>
  read.some((said) => words.every((word) => said.words.toLowerCase().includes(word.toLowerCase())));
