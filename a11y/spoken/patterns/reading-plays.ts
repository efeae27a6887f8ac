import { billing, button } from '#a11y/states/state.ts';
import { must, play, should, type PatternPlays } from './play-parts.ts';

const covers = button('What the spend cap covers');
const isCovers = [must('name of the button', /What the spend cap covers/), must('role button', /push button|toggle button/)];
const next = button('Find invoices');

export const readingPlays: readonly PatternPlays[] = [
  {
    pattern: 'Disclosure',
    plan: 'disclosure-navigation',
    address: billing('pro-capped'),
    opens: [],
    plays: [
      play(
        'navForwardsToCollapsedDisclosureButton',
        'Navigate forwards to a collapsed disclosure',
        'before',
        covers,
        'Tab',
        ...isCovers,
        must('state collapsed', /collapsed/),
      ),
      play(
        'operateCollapsedDisclosureButton',
        'Open a collapsed disclosure',
        'on',
        covers,
        'Return',
        must('change of state to expanded', /expanded/),
      ),
      play(
        'navBackToExpandedDisclosureButton',
        'Navigate backwards to an expanded disclosure',
        'after',
        covers,
        'shift+Tab',
        ...isCovers,
        must('state expanded', /expanded/),
      ),
      play(
        'operateExpandedDisclosureButton',
        'Close an expanded disclosure',
        'on',
        covers,
        'Return',
        must('change of state to collapsed', /collapsed/),
      ),
    ],
  },
  {
    pattern: 'Table',
    plan: 'minimal-data-grid',
    address: billing('pro-capped'),
    opens: [],
    plays: [
      play(
        'navForwardsToGrid',
        'Navigate forwards into a grid',
        'on',
        next,
        'Tab Tab',
        must('role grid', /table|grid/),
        must('name of the grid', /Past invoices/),
        should('number of rows', /\d+ rows/),
        should('number of columns', /5 columns/),
      ),
      play(
        'navToNextColumnGrid',
        'Navigate to the next column',
        'here',
        next,
        'Down Right',
        must('content of the cell', /[A-Za-z$\d]+/),
        must('header of the column', /Date|Amount|Invoice|Status/),
        should('number of the column', /column \d/),
      ),
      play(
        'navToNextRowGrid',
        'Navigate to the next row',
        'here',
        next,
        'Down',
        must('content of the cell', /[A-Za-z$\d]+/),
        should('number of the row', /row \d/),
      ),
      play(
        'navToPrevColumnGrid',
        'Navigate to the previous column',
        'here',
        next,
        'Left',
        must('content of the cell', /[A-Za-z$\d]+/),
        should('number of the column', /column \d/),
      ),
      play(
        'navToFirstCellGrid',
        'Navigate to the first cell',
        'here',
        next,
        'ctrl+Home',
        must('content of the cell', /[A-Za-z]+/),
        should('number of the column', /column 1/),
      ),
    ],
  },
];
