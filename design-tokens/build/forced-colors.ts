import type { Problem, Token, TokenSet } from './model.ts';
import { tierOf } from './model.ts';

/**
 * Text pairs that are readable in every palette of forced colors. Pairs on an inverse fill are excluded: the browser's backplate
 * can hide the text, and the contrast with CanvasText is not guaranteed.
 */
const TEXT_PAIRS = new Set(['CanvasText/Canvas', 'LinkText/Canvas', 'GrayText/Canvas', 'ButtonText/ButtonFace', 'HighlightText/Highlight']);

const EDGE_PAIRS = new Set([...TEXT_PAIRS, 'ButtonBorder/Canvas', 'ButtonBorder/ButtonFace', 'Highlight/Canvas']);

/** Background colors. If a fill and the area behind it both have one of these colors, the fill may have no visible edge. */
const GROUNDS = new Set(['Canvas', 'ButtonFace']);

/** Checks that every semantic color has a system color, and that the two system colors of every contrast pair are distinguishable. */
export function forcedColorProblems(tokens: TokenSet): Problem[] {
  return [...tokens.values()].flatMap((token) => {
    if (token.type !== 'color' || tierOf(token.path) !== 'semantic') return [];
    const system = token.extensions.forcedColor;
    if (system === undefined)
      return [problem(token, 'names no system colour; add forcedColor (a system colour, or "kept" to leave it to the browser)')];
    return (token.extensions.contrast?.on ?? []).flatMap((surface) => pairProblems(tokens, token, system, surface));
  });
}

function pairProblems(tokens: TokenSet, token: Token, system: string, surface: string): Problem[] {
  const ground = tokens.get(surface)?.extensions.forcedColor;
  if (ground === undefined) return [];
  const pair = `${system}/${ground}`;
  if (token.extensions.contrast?.role === 'text') {
    return TEXT_PAIRS.has(pair)
      ? []
      : [problem(token, `on ${surface} becomes ${pair}, which is not readable in every palette; use one of ${[...TEXT_PAIRS].join(', ')}`)];
  }
  if (EDGE_PAIRS.has(pair)) return [];
  if (!GROUNDS.has(system))
    return [problem(token, `on ${surface} becomes ${pair}, which may not be visible; use one of ${[...EDGE_PAIRS].join(', ')}`)];
  const edge = token.extensions.forcedEdge;
  if (edge === undefined)
    return [problem(token, `on ${surface} becomes ${pair} and has no visible edge; name the token that outlines it in forcedEdge`)];
  const outline = tokens.get(edge)?.extensions.forcedColor;
  if (outline === undefined) return [problem(token, `its forcedEdge ${edge} is no colour with a system colour`)];
  return EDGE_PAIRS.has(`${outline}/${ground}`)
    ? []
    : [problem(token, `its edge ${edge} becomes ${outline}/${ground} on ${surface}, which may not be visible`)];
}

function problem({ file, path }: Token, reason: string): Problem {
  return { gate: 'forced-colors', file, path, reason };
}
