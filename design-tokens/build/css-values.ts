/** Finds design values written as literals in the value of one CSS declaration. */

const COLOR_FUNCTION = /\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|device-cmyk)\(/i;
const HEX_COLOR = /#[0-9a-f]{3,8}\b/i;
const COLOR_PROPERTY = /color|background|border|outline|fill|stroke|shadow|decoration|emphasis|column-rule|^--_/;
const FONT_PROPERTY = /^(font|font-family|font-size|font-weight|font-stretch|line-height|letter-spacing|word-spacing)$/;
const TIME_PROPERTY = /^(transition|animation)/;
const SHADOW_PROPERTY = /^(box-shadow|text-shadow)$/;
const NO_PERCENT = /^(font|line-height|letter-spacing|border(-\w+)*-radius|gap|row-gap|column-gap|padding|margin)/;
const NUMBER = /(?<![\w#.-])([+-]?(?:\d+\.?\d*|\.\d+))([a-z%]*)/gi;
const WORD = /(?<![\w-])[a-z][a-z-]*(?![\w(-])/gi;

const LENGTH_UNITS = new Set(
  'px rem em ex rex ch rch cap rcap ic ric lh rlh vw vh vi vb vmin vmax svw svh svmin svmax lvw lvh lvmin lvmax dvw dvh dvi dvb dvmin dvmax cqw cqh cqi cqb cqmin cqmax cm mm q in pt pc'.split(
    ' ',
  ),
);
/** Whole measures of the surroundings, which are no design decision: the full viewport or container, the current text. */
const WHOLE = new Set(
  '100vw 100vh 100vi 100vb 100svw 100svh 100lvw 100lvh 100dvw 100dvh 100cqw 100cqh 100cqi 100cqb 1em 1ex 1ch 1cap 1lh 1rlh'.split(' '),
);
const COLOR_WORDS = new Set('currentcolor transparent none inherit initial unset revert auto'.split(' '));
const FONT_WORDS = new Set('inherit initial unset revert revert-layer normal bolder'.split(' '));
const EASING_WORDS = new Set(['ease', 'ease-in', 'ease-out', 'ease-in-out', 'step-start', 'step-end']);
const SYSTEM_COLORS = new Set(
  'canvas canvastext linktext visitedtext activetext graytext buttonface buttontext buttonborder field fieldtext highlight highlighttext mark marktext selecteditem selecteditemtext accentcolor accentcolortext'.split(
    ' ',
  ),
);

const NAMED_COLORS = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue
  chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey
  darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray
  darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen
  fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki
  lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen
  lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime
  limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue
  mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive
  olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum
  powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver
  skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white
  whitesmoke yellow yellowgreen`.split(/\s+/),
);

export interface ValueContext {
  /** Inside @media (forced-colors: active), where system colours are the right ones. */
  readonly forcedColors: boolean;
}

/** Every literal in a declaration, as a sentence that says what to use instead. Empty when the value is clean. */
export function literalFaults(property: string, value: string, context: ValueContext): string[] {
  const plain = value
    .replace(/url\([^)]*\)/gi, ' ')
    .replace(/(["']).*?\1/g, ' ')
    .replace(/--[\w-]+/g, ' ');
  return [
    ...colorFaults(property, plain, context),
    ...numberFaults(property, plain),
    ...fontFaults(property, plain, value),
    ...easingFaults(property, plain),
    ...(SHADOW_PROPERTY.test(property) && /[1-9]/.test(plain.replace(/calc\([^)]*\)/g, ''))
      ? ['a shadow is a token: use var(--elevation-...)']
      : []),
  ];
}

function colorFaults(property: string, value: string, { forcedColors }: ValueContext): string[] {
  const found = HEX_COLOR.exec(value)?.[0] ?? COLOR_FUNCTION.exec(value)?.[0];
  if (found !== undefined) return [`raw colour ${found}${found.endsWith('(') ? '...)' : ''}: use a colour token`];
  if (!COLOR_PROPERTY.test(property)) return [];
  return words(value).flatMap((word) => {
    if (COLOR_WORDS.has(word)) return [];
    if (NAMED_COLORS.has(word)) return [`raw colour ${word}: use a colour token`];
    if (SYSTEM_COLORS.has(word) && !forcedColors)
      return [`system colour ${word} outside @media (forced-colors: active): use a colour token`];
    return [];
  });
}

function numberFaults(property: string, value: string): string[] {
  const faults: string[] = [];
  for (const [text, amount = '', rawUnit = ''] of value.matchAll(NUMBER)) {
    const unit = rawUnit.toLowerCase();
    if (Number(amount) === 0) continue;
    if (unit === 'ms' || unit === 's') faults.push(`raw duration ${text}: use var(--motion-duration-...)`);
    else if (LENGTH_UNITS.has(unit) && !WHOLE.has(`${Math.abs(Number(amount))}${unit}`))
      faults.push(`raw length ${text}: use a space, size, stroke, radius or density token`);
    else if (unit === '%' && NO_PERCENT.test(property) && text !== '100%') faults.push(`raw length ${text}: ${property} takes a token`);
    else if (unit === '' && property === 'z-index') faults.push(`raw z-index ${text}: use var(--layer-...)`);
    else if (unit === '' && property === 'stroke-width') faults.push(`raw length ${text}: use a stroke token`);
    else if (property === 'opacity' && Number(amount) !== (unit === '%' ? 100 : 1)) {
      faults.push(`opacity ${text} changes contrast unseen by the contracts: use a colour token`);
    }
  }
  return faults;
}

function fontFaults(property: string, plain: string, value: string): string[] {
  if (!FONT_PROPERTY.test(property)) return [];
  const raw = words(plain).find((word) => !FONT_WORDS.has(word) && word !== 'var' && word !== 'calc');
  const quoted = /["']/.test(value);
  const number = plain
    .replace(/calc\([^)]*\)/g, '')
    .match(NUMBER)
    ?.find((text) => Number.parseFloat(text) !== 0);
  const found = raw ?? (quoted ? value : number);
  return found === undefined
    ? []
    : [`raw font value ${found} in ${property}: use font: var(--type-...) or letter-spacing: var(--type-...-tracking)`];
}

function easingFaults(property: string, value: string): string[] {
  if (!TIME_PROPERTY.test(property)) return [];
  const found = /\b(cubic-bezier|linear|steps)\(/.exec(value)?.[0] ?? words(value).find((word) => EASING_WORDS.has(word));
  return found === undefined ? [] : [`raw easing ${found}${found.endsWith('(') ? '...)' : ''}: use var(--motion-ease-...)`];
}

function words(value: string): string[] {
  return (value.match(WORD) ?? []).map((word) => word.toLowerCase());
}
