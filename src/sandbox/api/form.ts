import { invalidRequest } from './problem.ts';

/** Decoded `a[b][0]=c` parameters: strings, lists and groups. Groups are objects without a prototype. */
export type RawValue = string | RawValue[] | RawGroup;
export interface RawGroup {
  [key: string]: RawValue;
}

const maxDepth = 8;
const maxPairs = 1000;

/** Throws if a parameter name is malformed. */
export function decodeForm(text: string): RawGroup {
  const root = newGroup();
  let pairs = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    pairs += 1;
    if (pairs > maxPairs) throw invalidRequest('Too many parameters.');
    place(root, pathOf(name), value, name);
  }
  return tidy(root) as RawGroup;
}

const newGroup = (): RawGroup => Object.create(null) as RawGroup;
const isGroup = (value: RawValue | undefined): value is RawGroup => typeof value === 'object' && !Array.isArray(value);

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) throw invalidRequest(`Invalid parameter name: ${name}`, { param: name });
  const path = [
    match[1] ?? '',
    ...(match[2] ?? '')
      .split('[')
      .slice(1)
      .map((part) => part.slice(0, -1)),
  ];
  if (path.length > maxDepth) throw invalidRequest(`Parameter is nested too deeply: ${name}`, { param: name });
  return path;
}

function place(root: RawGroup, path: string[], value: string, name: string): void {
  let group = root;
  for (const [index, part] of path.entries()) {
    // `a[]=x` appends an item: its index is the current size of the group.
    const key = part === '' ? String(Object.keys(group).length) : part;
    if (index === path.length - 1) {
      if (isGroup(group[key])) throw invalidRequest(`Parameter is both a value and a group: ${name}`, { param: name });
      group[key] = value;
      return;
    }
    const next = (group[key] ??= newGroup());
    if (!isGroup(next)) throw invalidRequest(`Parameter is both a value and a group: ${name}`, { param: name });
    group = next;
  }
}

function tidy(value: RawValue): RawValue {
  if (!isGroup(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key, index) => key === String(index))) return keys.map((key) => tidy(value[key] ?? ''));
  for (const key of keys) value[key] = tidy(value[key] ?? '');
  return value;
}
