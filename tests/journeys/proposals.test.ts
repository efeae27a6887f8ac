import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { chargedCents, payButton, pressOn, pressPay, upgradeDialog } from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();
const slug = 'pro-capped';

const centsIn = (text: string): number => Math.round(Number(/\$([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', '')) * 100);

it('a developer asks for a plan by keyboard, and the owner approves and pays the price that was shown', async () => {
  const developer = await journey.open('developer', `/org/${slug}/billing?panel=subscriptionPlan`);
  await pressOn(developer, developer.getByRole('button', { name: 'Who can do this, plans', exact: true }));
  const question = developer.getByRole('dialog', { name: 'Who can do this' });
  await question.getByRole('radio', { name: 'Change to the Team Plan' }).check();
  await question.getByRole('textbox', { name: 'Why do you need it?' }).fill('Our auditors ask for SOC2');
  await pressOn(developer, question.getByRole('button', { name: 'Ask for this' }));
  await question.waitFor({ state: 'detached' });

  const owner = await journey.open('owner', `/org/${slug}/proposals`);
  const row = owner.getByRole('article', { name: /^Change to the Team Plan/ });
  await row.getByText('Our auditors ask for SOC2', { exact: true }).waitFor();
  await pressOn(owner, row.getByRole('button', { name: 'Review, Change to the Team Plan' }));
  const review = owner.getByRole('dialog', { name: 'Approve this proposal?' });
  const dueCents = centsIn(
    await review
      .locator('div', { has: owner.getByText('Charge today', { exact: true }) })
      .last()
      .innerText(),
  );
  expect(dueCents).toBeGreaterThan(0);
  const chargesBefore = (await chargedCents(journey)).length;
  await pressOn(owner, review.getByRole('button', { name: 'Approve and continue' }));

  await upgradeDialog(owner, 'Team').waitFor();
  await payButton(owner).waitFor();
  expect(centsIn(await payButton(owner).innerText())).toBe(dueCents);
  await pressPay(owner);
  await owner.getByRole('dialog', { name: "We're excited for your upgrade" }).waitFor();
  expect((await chargedCents(journey)).slice(chargesBefore)).toEqual([dueCents]);

  await developer.goto(`${journey.origin}/org/${slug}/proposals`);
  await developer.getByText('No proposal waits for a decision.').waitFor();
  await pressOn(developer, developer.getByRole('button', { name: 'Decided and ended' }));
  await developer.getByRole('article', { name: /^Change to the Team Plan ?Done/ }).waitFor();
});

it('the owner refuses a proposal, and nothing is charged', async () => {
  const chargesBefore = await chargedCents(journey);
  const developer = await journey.open('developer', '/org/pro-payg/billing');
  await pressOn(developer, developer.getByRole('button', { name: 'Who can do this, Credit Balance', exact: true }));
  const question = developer.getByRole('dialog', { name: 'Who can do this' });
  await question.getByRole('textbox', { name: 'Credits, in whole dollars' }).fill('250');
  await question.getByRole('textbox', { name: 'Why do you need it?' }).fill('For the conference');
  await pressOn(developer, question.getByRole('button', { name: 'Ask for this' }));
  await question.waitFor({ state: 'detached' });
  await developer.getByRole('link', { name: 'Proposals, 1 open', exact: true }).waitFor();

  const owner = await journey.open('owner', '/org/pro-payg/billing');
  const html = await (await owner.context().request.get(`${journey.origin}/org/pro-payg/billing`)).text();
  expect(html).toContain('aria-label="Proposals, 1 open"');
  const tab = owner.getByRole('link', { name: 'Proposals, 1 open', exact: true });
  expect(await tab.innerText()).toMatch(/^Proposals\s+1$/);
  await pressOn(owner, tab);
  await pressOn(owner, owner.getByRole('button', { name: 'Refuse, Buy credits for $250.00' }));
  const dialog = owner
    .getByRole('dialog', { name: 'Refuse this proposal?' })
    .or(owner.getByRole('alertdialog', { name: 'Refuse this proposal?' }));
  await pressOn(owner, dialog.getByRole('button', { name: 'Refuse', exact: true }));
  await owner.getByText('No proposal waits for a decision.').waitFor();
  await owner.getByRole('link', { name: 'Proposals', exact: true }).waitFor();
  expect(await chargedCents(journey)).toEqual(chargesBefore);
});
