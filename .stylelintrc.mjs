// Checks that style sheets contain no raw design values and no physical directions, as far as stylelint can. `npm run tokens check` checks
// names of tokens, color pairs and breakpoints, because it reads the tokens.

const lengthUnits =
  'px rem em ex rex ch rch cap rcap ic ric lh rlh vw vh vi vb vmin vmax svw svh svmin svmax lvw lvh lvmin lvmax dvw dvh dvi dvb dvmin dvmax cqw cqh cqi cqb cqmin cqmax cm mm q in pt pc'.replaceAll(
    ' ',
    '|',
  );
/** Sizes that are not design values: 100% of the viewport or container, and 1 in units of the current text. */
const whole = '100[sld]?v[whib]|100cq[whib]|1(?:em|ex|ch|cap|lh|rlh)';
const amount = String.raw`(?<![\w#.-])(?!(?:${whole})(?![\w.]))[+-]?(?=[\d.]*[1-9])(?:\d+\.?\d*|\.\d+)`;
const rawLength = `/${amount}(?:${lengthUnits})(?![\\w-])/i`;
const rawShare = String.raw`/(?<![\d.])(?!100%|0%)[\d.]+%/`;
const rawDuration = String.raw`/(?<![\w.-])[\d.]*[1-9][\d.]*m?s\b/i`;
const rawEasing = String.raw`/(?<![\w-])(?:ease|ease-in|ease-out|ease-in-out|step-start|step-end)(?![\w-])/i`;

const useToken = 'Write a token, not a raw value';

export default {
  // Generated file, which contains the values of all tokens.
  ignoreFiles: ['src/ui/tokens.css'],
  plugins: ['stylelint-declaration-strict-value', 'stylelint-plugin-logical-css'],
  rules: {
    'color-no-hex': true,
    'color-named': 'never',
    'function-disallowed-list': [
      '/^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|device-cmyk|cubic-bezier|linear|steps)$/i',
      { message: useToken },
    ],
    'declaration-property-value-disallowed-list': [
      {
        '/./': [rawLength],
        '/^(font|line-height|letter-spacing|border-(.*-)?radius|gap|.*-gap|padding.*|margin.*)$/': [rawShare],
        '/^(transition|animation|--)/': [rawDuration, rawEasing],
        'stroke-width': ['/^[\\d.]*[1-9]/'],
        opacity: ['/^0?\\.\\d/', '/^[1-9]?\\d%$/'],
      },
      { message: useToken },
    ],
    'scale-unlimited/declaration-strict-value': [
      [
        '/color$/',
        'fill',
        'stroke',
        'background',
        'z-index',
        '/^font(-family|-size|-weight|-stretch)?$/',
        'line-height',
        '/^(letter|word)-spacing$/',
        '/^(box|text)-shadow$/',
      ],
      {
        ignoreValues: [
          'inherit',
          'initial',
          'unset',
          'revert',
          'revert-layer',
          'none',
          '0',
          'auto',
          'transparent',
          'currentColor',
          'normal',
          'bolder',
          'inset',
        ],
        // Forced colors require system colors, and @font-face defines fonts to which tokens refer.
        ignoreAtRules: ['/forced-colors: active/', '/^@font-face/'],
        disableFix: true,
        message: 'Write a token, not "${value}", for ${property}',
      },
    ],
    'logical-css/require-logical-keywords': [true, { ignore: ['resize'] }],
    // Chromium does not support the logical names of these properties.
    'logical-css/require-logical-properties': [true, { ignore: ['overflow-x', 'overflow-y'] }],
  },
};
