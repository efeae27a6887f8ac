import type { Page } from 'playwright';

/** Id of the fault that is added to every page. An engine run that does not find this fault is incomplete. */
export const plantedId = 'planted-fault';

export const isPlanted = (place: string): boolean => place.includes(plantedId);

/** The button is the last tab stop of the page, or of the topmost dialog. */
export async function plant(page: Page): Promise<void> {
  await page.evaluate((id) => {
    document.getElementById(id)?.remove();
    const modals = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].filter(
      (node) => !node.closest('[inert]'),
    );
    const foreign = [...document.querySelectorAll('body > *')].flatMap((node) => [
      ...(node.shadowRoot?.querySelectorAll('dialog:modal') ?? []),
    ]);
    const fault = document.createElement('button');
    // Without this attribute, an open list would hide the planted fault together with the rest of the page.
    fault.dataset['reactAriaTopLayer'] = '';
    fault.id = id;
    fault.type = 'button';
    fault.style.display = 'block';
    fault.style.inlineSize = '64px';
    fault.style.blockSize = '64px';
    fault.style.marginBlockStart = '64px';
    (foreign.at(-1) ?? modals.at(-1) ?? document.body).append(fault);
  }, plantedId);
}
