/** Physical directions break a page that is read from right to left; each has a logical counterpart. */

const SIDES: Readonly<Record<string, string>> = { left: 'inline-start', right: 'inline-end', top: 'block-start', bottom: 'block-end' };
const BOX = /^(margin|padding|border|scroll-margin|scroll-padding)-(left|right|top|bottom)(-\w+)?$/;
const CORNER = /^border-(top|bottom)-(left|right)-radius$/;
const SIDED_VALUE = /^(text-align|float|clear|caption-side)$/;

/** What to write instead of a physical property or value, or undefined when the declaration has no direction. */
export function logicalFault(property: string, value: string): string | undefined {
  const logical = logicalProperty(property);
  if (logical !== undefined) return `${property} has a fixed direction: use ${logical}`;
  const side = SIDED_VALUE.test(property) ? /\b(left|right)\b/.exec(value)?.[0] : undefined;
  if (side === undefined) return undefined;
  const prefix = property === 'text-align' ? '' : 'inline-';
  return `${property}: ${side} has a fixed direction: use ${prefix}${side === 'left' ? 'start' : 'end'}`;
}

function logicalProperty(property: string): string | undefined {
  const side = SIDES[property];
  if (side !== undefined) return `inset-${side}`;
  const box = BOX.exec(property);
  if (box !== null) return `${box[1]}-${SIDES[box[2] ?? '']}${box[3] ?? ''}`;
  const corner = CORNER.exec(property);
  if (corner === null) return undefined;
  return `border-${corner[1] === 'top' ? 'start' : 'end'}-${corner[2] === 'left' ? 'start' : 'end'}-radius`;
}
