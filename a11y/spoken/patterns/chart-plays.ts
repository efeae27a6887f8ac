import { slider } from '#a11y/states/state.ts';
import { must, play, should, type PatternPlays } from './play-parts.ts';

const chart = slider('Next invoice, day by day');
const isChart = [must('role slider, described as chart', /chart|slider/), must('name of the chart', /Next invoice, day by day/)];
const value = must('value: day and amount', /[A-Z][a-z]{2} \d.*: \$\d/);
const range = [should('minimum value', /minimum/i), should('maximum value', /maximum/i)];

/** ARIA-AT tests of the slider pattern on a chart. Omits the tests of large steps, because a chart has no keys for steps of ten points. */
export const chartPlays: readonly PatternPlays[] = [
  {
    pattern: 'Slider',
    plan: 'horizontal-slider',
    address: '/org/pro-payg/budgets',
    opens: [],
    plays: [
      play('navForwardsToSlider', 'Navigate forwards to a slider', 'before', chart, 'Tab', ...isChart, value, ...range),
      play('navBackToSlider', 'Navigate backwards to a slider', 'after', chart, 'shift+Tab', ...isChart, value, ...range),
      play('decrementSliderByOneStep', 'Decrement a slider by one step', 'on', chart, 'Left', value),
      play('incrementSliderByOneStep', 'Increment a slider by one step', 'here', chart, 'Right', value),
      play('decrementSliderToMinimumValue', 'Decrement a slider to the minimum value', 'here', chart, 'Home', value),
      play('incrementSliderToMaximumValue', 'Increment a slider to the maximum value', 'here', chart, 'End', value),
    ],
  },
];
