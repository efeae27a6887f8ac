/** Known fault in the third-party viewer of the API reference. A test compares these faults with the actual findings. */
export interface ReferenceGap {
  readonly engine: 'axe' | 'house' | 'hit test';
  readonly rule: string;
  readonly what: string;
}

export const referenceGaps: readonly ReferenceGap[] = [
  { engine: 'axe', rule: 'color-contrast-enhanced', what: 'text in examples has a contrast of 6.9:1 instead of 7:1' },
  { engine: 'house', rule: 'R1', what: 'the viewer has live regions besides the announcer, one with fixed text' },
  { engine: 'house', rule: 'R8', what: 'the same text by the rules of the house' },
  { engine: 'house', rule: 'R9', what: 'rows of response codes scroll sideways without a name' },
  { engine: 'house', rule: 'R13', what: 'patterns end with a dollar sign, which is no amount' },
  { engine: 'house', rule: 'structure', what: 'ids in hidden forms are there twice' },
  { engine: 'hit test', rule: 'R7', what: 'targets are 24 to 43 px high' },
];

export const referenceGapsInWords = (): string => referenceGaps.map(({ rule, what }) => `${what} (${rule})`).join('; ');
