/** This file formats token files. Every tool that writes token files uses this format, so that an edit changes no other lines. */

const WIDTH = 150;

export function formatJson(value: unknown): string {
  return `${layOut(value, 0, 0)}\n`;
}

function layOut(value: unknown, depth: number, lead: number): string {
  const single = oneLine(value);
  if (value === null || typeof value !== 'object') return single;
  if (2 * depth + lead + single.length <= WIDTH && !holdsTokens(value)) return single;
  const pad = '  '.repeat(depth + 1);
  const close = '  '.repeat(depth);
  if (Array.isArray(value)) return `[\n${value.map((item) => pad + layOut(item, depth + 1, 0)).join(',\n')}\n${close}]`;
  const members = entries(value).map(([key, item]) => `${pad}${JSON.stringify(key)}: ${layOut(item, depth + 1, key.length + 4)}`);
  return `{\n${members.join(',\n')}\n${close}}`;
}

function holdsTokens(value: object): boolean {
  return !Array.isArray(value) && Object.values(value).some((item) => item !== null && typeof item === 'object' && '$value' in item);
}

function oneLine(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  const members = entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Returns members in file order, `$` members first. JavaScript would put numeric names before the `$` members. */
function entries(value: object): [string, unknown][] {
  const all = Object.entries(value);
  return [...all.filter(([key]) => key.startsWith('$')), ...all.filter(([key]) => !key.startsWith('$'))];
}
