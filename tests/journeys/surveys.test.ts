import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { sessionEnded } from '#server/http/caller.ts';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useJourney();

const patient = { timeout: 15_000 };

const hasFocus = (control: Locator) =>
  expect.poll(() => control.evaluate((element) => element === document.activeElement), patient).toBe(true);

async function press(control: Locator): Promise<void> {
  await expect.poll(() => control.getAttribute('aria-disabled'), patient).toBeNull();
  await control.focus();
  await control.press('Enter');
}

async function openExitSurvey(page: Page): Promise<Locator> {
  await press(page.getByRole('button', { name: 'Downgrade to Free' }));
  await press(page.getByRole('button', { name: 'Continue to downgrade' }));
  const survey = page.getByRole('dialog', { name: 'Help us improve' });
  await survey.waitFor();
  return survey;
}

const reasonsIn = (survey: Locator): Promise<string[]> =>
  survey.getByRole('radio').evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value));

it('asks for one of eleven reasons to leave, with a question that fits the reason', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing?panel=subscriptionPlan');
  let survey = await openExitSurvey(page);
  await seesText(page, 'surveys.downgradeTitle');
  await seesText(survey, 'surveys.noneOfTheAbove');

  await press(survey.getByRole('button', { name: 'Confirm downgrade' }));
  await seesText(survey, 'surveys.downgradeReasonRequired');
  const group = survey.getByRole('radiogroup', { name: /^What made you decide to leave your plan\? \(required\)/ });
  await hasFocus(group.getByRole('radio').first());
  const described = group.getByRole('radio', { description: 'Please select a reason for canceling your subscription' });
  expect(await described.count()).toBe(1);
  await survey.getByRole('radiogroup', { description: 'Please select a reason for canceling your subscription' }).waitFor();
  // Enter on a choice also submits. The focus does not move then, so a live region must announce the error.
  await page.keyboard.press('Enter');
  const said = survey.locator('[data-announcer]').getByRole('alert');
  await said.getByText('Please select a reason for canceling your subscription', { exact: true }).waitFor();
  await page.keyboard.press('Space');
  await survey.getByText('Please select a reason for canceling your subscription').waitFor({ state: 'hidden' });

  for (const [reason, question] of [
    ['I was just exploring, or it was a hobby project.', 'What can we improve on?'],
    ['I was not satisfied with the support that I received.', 'What was your experience with our support like?'],
    ['It is too expensive.', 'Which costs felt too high?'],
    ['I lost trust in the company or where it is heading.', 'Which event or reason led to this?'],
    ['None of the above', 'What can we improve on?'],
  ] as const) {
    await survey.getByRole('radio', { name: reason }).check();
    await survey.getByRole('textbox', { name: question }).waitFor();
  }

  const words = survey.getByRole('textbox');
  await words.fill('a'.repeat(5001));
  await press(survey.getByRole('button', { name: 'Confirm downgrade' }));
  await seesText(survey, 'surveys.failed', { message: 'Your answer has 5001 characters, and at most 5000 can be sent.' });
  await hasFocus(words);
  expect((await words.inputValue()).length).toBe(5001);

  // The survey shows the reasons in a new random order each time it opens. "None of the above" is always last.
  const orders = new Set<string>();
  for (let opening = 0; opening < 4; opening += 1) {
    const reasons = await reasonsIn(survey);
    expect(reasons).toHaveLength(11);
    expect(reasons.at(-1)).toBe('None of the above');
    orders.add(reasons.join());
    await press(survey.getByRole('button', { name: 'Keep the Pro Plan' }));
    survey = await openExitSurvey(page);
    expect(await survey.getByRole('radio', { checked: true }).count()).toBe(0);
  }
  expect(orders.size).toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Change subscription plan for Harbour Logistics' }).waitFor();
});

async function upgradeToTeam(page: Page): Promise<Locator> {
  await press(page.getByRole('button', { name: 'Upgrade to Team' }));
  const dialog = page.getByRole('dialog', { name: /^Upgrade to Team/ });
  await press(dialog.getByRole('button', { name: /^Upgrade to Team/ }));
  const survey = page.getByRole('dialog', { name: "We're excited for your upgrade" });
  await survey.waitFor();
  return survey;
}

it('asks for the reasons of an upgrade, and keeps them when sending fails', async () => {
  journey.forgive(/status of 401/);
  const page = await journey.open('owner', '/org/pro-invoice/billing?panel=subscriptionPlan');
  const survey = await upgradeToTeam(page);
  await seesText(page, 'surveys.upgradeTitle');
  const submit = survey.getByRole('button', { name: 'Submit' });
  await press(submit);
  await seesText(survey, 'surveys.upgradeReasonRequired');
  const boxes = survey.getByRole('checkbox');
  await hasFocus(boxes.first());
  expect(await boxes.count()).toBe(6);
  await page.keyboard.press('Space');
  await survey.getByRole('checkbox', { name: 'I need SOC2 compliance.' }).press('Space');
  const words = survey.getByRole('textbox');
  await words.fill('  our auditors asked  ');

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await press(submit);
  await seesText(survey, 'surveys.upgradeFailed', { message: sessionEnded });
  expect(await words.inputValue()).toBe('  our auditors asked  ');
  await page.context().addCookies(cookies);

  const sentRequest = page.waitForRequest((request) => request.url().endsWith('/feedback/upgrade'));
  await press(submit);
  expect((await sentRequest).postDataJSON()).toEqual({
    orgSlug: 'pro-invoice',
    prevPlan: 'pro',
    currentPlan: 'team',
    reasons: ['The limits of my current plan are not enough.', 'I need SOC2 compliance.'],
    additionalFeedback: 'our auditors asked',
  });
  await survey.waitFor({ state: 'hidden' });
  await hasFocus(page.getByRole('button', { name: 'Change subscription plan' }));
});

it('skips the survey after an upgrade', async () => {
  const page = await journey.open('owner', '/org/extreme-text/billing?panel=subscriptionPlan');
  let isSent = false;
  page.on('request', (request) => (isSent ||= request.url().includes('/feedback/')));
  const survey = await upgradeToTeam(page);
  await press(survey.getByRole('button', { name: 'Skip' }));
  await survey.waitFor({ state: 'hidden' });
  expect(isSent).toBe(false);
  await page.getByRole('region', { name: 'Subscription Plan' }).getByText('Team Plan', { exact: true }).waitFor();
});
