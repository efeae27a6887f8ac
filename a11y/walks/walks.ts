import { chargeWalks } from './charge-walks.ts';
import { dialogWalks } from './dialog-walks.ts';
import { earWalks } from './ear-walks.ts';
import { editorWalks } from './editor-walks.ts';
import { formWalks } from './form-walks.ts';
import { moneyWalks } from './money-walks.ts';
import { readingWalks } from './reading-walks.ts';
import { tableWalks } from './table-walks.ts';
import type { Walk } from './walk.ts';

export const walks: readonly Walk[] = [
  ...readingWalks,
  ...dialogWalks,
  ...formWalks,
  ...moneyWalks,
  ...chargeWalks,
  ...earWalks,
  ...editorWalks,
  ...tableWalks,
];

export const toldWalks: readonly Walk[] = walks.filter(({ isTold }) => isTold === true);

/** The shortest tasks with Orca run in every test run. */
const quick = ['Learn what the spend cap covers', 'Weigh the spend cap and leave it', 'Leave a page that does not exist'];
export const quickToldWalks: readonly Walk[] = toldWalks.filter(({ name }) => quick.includes(name));
