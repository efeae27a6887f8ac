import { type Problem, type TokenSet, literalValue } from './model.ts';

const GRID_PX = 4;
const SMALLEST_PX = 13;
const ROOT_PX = 16;
const READING_LINE = 1.5;
/** Tolerance in pixels. Line heights are factors rounded to four decimals, so the largest line can miss the grid by this amount. */
const TOLERANCE_PX = 0.05;

interface Typography {
  readonly fontSize: { readonly value: number; readonly unit: 'px' | 'rem' };
  readonly lineHeight: number;
}

/** Checks that text has at least 13 px, and a line height of a multiple of 4 px (at the default size) or of 1.5 times the size. */
export function typeProblems(tokens: TokenSet): Problem[] {
  return [...tokens.values()].flatMap(({ path, type, file }) => {
    if (type !== 'typography') return [];
    const { fontSize, lineHeight } = literalValue(tokens, path) as Typography;
    const sizePx = fontSize.value * (fontSize.unit === 'rem' ? ROOT_PX : 1);
    const boxPx = sizePx * lineHeight;
    const gridPx = Math.max(GRID_PX, Math.round(boxPx / GRID_PX) * GRID_PX);
    const problems: Problem[] = [];
    if (sizePx < SMALLEST_PX) problems.push({ gate: 'type', file, path, reason: `is ${sizePx}px; the smallest size is ${SMALLEST_PX}px` });
    // Allows a line height of 1.5 even if it misses the grid, because WCAG 1.4.8 requires 1.5 for blocks of text.
    if (lineHeight !== READING_LINE && Math.abs(boxPx - gridPx) > TOLERANCE_PX) {
      const factor = (gridPx / sizePx).toFixed(4);
      problems.push({
        gate: 'type',
        file,
        path,
        reason: `has a line box of ${boxPx.toFixed(2)}px; a line height of ${factor} gives ${gridPx}px on the ${GRID_PX}px grid`,
      });
    }
    return problems;
  });
}
