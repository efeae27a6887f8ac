import type { Page } from 'playwright';

/** Id of the fault that every page gets: an engine that misses it has not looked to the end. */
export const plantedId = 'planted-fault';

export const isPlanted = (place: string): boolean => place.includes(plantedId);

/**
 * Puts a button without a name at the very end of what a reader can reach: of the page, or of the topmost dialog,
 * behind which everything else is out of reach.
 */
export async function plant(page: Page): Promise<void> {
  await page.evaluate((id) => {
    document.getElementById(id)?.remove();
    const modals = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].filter(
      (node) => !node.closest('[inert]'),
    );
    // The browser's own modal dialogs, which parts of others open in a tree of their own.
    const foreign = [...document.querySelectorAll('body > *')].flatMap((node) => [
      ...(node.shadowRoot?.querySelectorAll('dialog:modal') ?? []),
    ]);
    const fault = document.createElement('button');
    // What is added beside an open list would be hidden with the rest of the page.
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
