import { dialogWalks } from './dialog-walks.ts';
import { earWalks } from './ear-walks.ts';
import { formWalks } from './form-walks.ts';
import { moneyWalks } from './money-walks.ts';
import { readingWalks } from './reading-walks.ts';
import type { Walk } from './walk.ts';

/** Every task that must work by keys alone. */
export const walks: readonly Walk[] = [...readingWalks, ...dialogWalks, ...formWalks, ...moneyWalks, ...earWalks];

/** The named tasks that must work by ear as well. */
export const toldWalks: readonly Walk[] = walks.filter(({ isTold }) => isTold === true);

/** The shortest of them, told in every run of the tests. */
const quick = ['Learn what the spend cap covers', 'Weigh the spend cap and leave it', 'Leave a page that does not exist'];
export const quickToldWalks: readonly Walk[] = toldWalks.filter(({ name }) => quick.includes(name));
