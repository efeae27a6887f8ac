import type { Page } from 'playwright';
import type { Result } from '#a11y/audit/finding.ts';
import { plantedId } from '#a11y/audit/plant.ts';
import { lookAtFrameRules } from './in-page-frame.ts';
import { lookAtSpokenRules } from './in-page-speech.ts';
import { lookAtHouseRules, type HouseFinding } from './in-page.ts';

/**
 * Runs rules R1 to R25. No house rule finds the planted button, so this function also adds two elements with the same id. If a rule reports
 * this id, the rules have run.
 */
export async function runHouseRules(page: Page, isFresh: boolean): Promise<Result> {
  const twin = 'planted-twin';
  await page.evaluate((id) => {
    for (const name of ['i', 'b']) {
      const node = document.createElement(name);
      node.id = id;
      node.hidden = true;
      document.body.append(node);
    }
  }, twin);
  const options = { isFresh, plantedId };
  const found: HouseFinding[] = [];
  for (const look of [lookAtSpokenRules, lookAtFrameRules, lookAtHouseRules]) found.push(...(await page.evaluate(look, options)));
  await page.evaluate((id) => document.querySelectorAll(`[id="${id}"]`).forEach((node) => node.remove()), twin);
  return {
    findings: found.filter(({ place }) => !place.includes(twin)).map((finding) => ({ ...finding, isUndecided: false })),
    sawPlanted: found.some(({ place }) => place.includes(twin)),
  };
}
