import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';
import { sectionTitles } from '#tests/support/section-titles.ts';

const journey = useReadingJourney();

const openedBy = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Who can do this' });
  await dialog.getByText('Copy link').waitFor();
  return dialog;
};

describe('who can do this', () => {
  it('names who may see billing to a member who may not, and gives a link to the place', async () => {
    const page = await journey.open('viewer', '/org/pro-capped/billing', { permissions: ['clipboard-read', 'clipboard-write'] });
    const names = await page.getByRole('button', { name: /^Who can do this/ }).evaluateAll((all) => all.map((node) => node.ariaLabel));
    expect(names).toEqual(sectionTitles.map((title) => `Who can do this, ${title}`));
    const dialog = await openedBy(page, 'Who can do this, Credit Balance');
    await dialog.getByText("You need additional permissions to view this organization's credits.", { exact: true }).waitFor();
    await expect
      .poll(() => dialog.getByRole('listitem').allInnerTexts())
      .toEqual([
        'adam-admin, admin@fleet.example',
        'bianca-billing, billing@fleet.example',
        'deniz-developer, developer@fleet.example',
        'edith-editor, org-editor@fleet.example',
        'olivia-owner, owner@fleet.example',
      ]);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    const link = `${journey.origin}/org/pro-capped/billing#credits-balance`;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await dialog.getByText(link, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Who can do this, Credit Balance');
    const other = await journey.open('owner', link.replace(journey.origin, ''));
    await expect.poll(() => other.evaluate(() => document.activeElement?.id)).toBe('credits-balance-heading');
  });

  it('names only who may change billing where that is what is missing', async () => {
    const page = await journey.open('developer', '/org/pro-payg/billing');
    for (const [name, rule] of [
      ['Who can do this, Payment Methods', 'You need additional permissions to manage payment methods.'],
      ['Who can do this, Credit Balance', 'You need additional permissions to top up credits.'],
      ['Who can do this, Cost Control', 'You do not have permission to update spend cap.'],
      ['Who can do this, pay invoices', 'You need additional permissions to pay invoices.'],
    ] as const) {
      const dialog = await openedBy(page, name);
      await dialog.getByText(rule, { exact: true }).waitFor();
      await expect
        .poll(() => dialog.getByRole('listitem').allInnerTexts())
        .toEqual(['adam-admin, admin@fleet.example', 'bianca-billing, billing@fleet.example', 'olivia-owner, owner@fleet.example']);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
  });

  it('is shown in the panels, whose link opens the panel again', async () => {
    const page = await journey.open('developer', '/org/pro-capped/billing?panel=subscriptionPlan');
    const plans = await openedBy(page, 'Who can do this, plans');
    await plans.getByText(`${journey.origin}/org/pro-capped/billing?panel=subscriptionPlan`, { exact: true }).waitFor();
    await page.goto(`${journey.origin}/org/pro-payg/billing?panel=costControl`);
    const cap = await openedBy(page, 'Who can do this, spend cap');
    await cap.getByText(`${journey.origin}/org/pro-payg/billing?panel=costControl`, { exact: true }).waitFor();
    expect(await cap.getByRole('link').last().innerText()).toBe('Contact support');
  });

  it('names who may edit the organization to a member who may change billing only', async () => {
    const page = await journey.open('billing', '/org/team-eu/billing');
    const dialog = await openedBy(page, 'Who can do this, Email Recipients');
    await dialog.getByText('You do not have the required permissions to update this organization.', { exact: true }).waitFor();
    await expect
      .poll(() => dialog.getByRole('listitem').allInnerTexts())
      .toEqual(['adam-admin, admin@fleet.example', 'edith-editor, org-editor@fleet.example', 'olivia-owner, owner@fleet.example']);
  });

  it('is not there for who can do everything, nor for reasons that no permission would change', async () => {
    const page = await journey.open('owner', '/org/aws-market/billing');
    await page
      .getByText(/^The spend cap is off at all times/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /^Who can do this/ }).count()).toBe(0);
  });
});
