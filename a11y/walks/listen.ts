import type { Page } from 'playwright';

declare global {
  interface Window {
    heardWords?: string[];
  }
}

/** Must be called before the page loads, so that no message is missed. */
export const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const heard: string[] = (window.heardWords = []);
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const place = target instanceof Element ? target : target.parentElement;
        if (!place?.closest('[role=status], [role=alert], [aria-live]')) continue;
        for (const node of addedNodes) if (node.textContent?.trim()) heard.push(node.textContent.trim());
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });

export async function hearOnce(page: Page, words: string): Promise<void> {
  await page.waitForFunction((text) => window.heardWords?.some((said) => said.includes(text)), words);
  const times = await page.evaluate((text) => window.heardWords?.splice(0).filter((said) => said.includes(text)).length ?? 0, words);
  if (times > 1) throw new Error(`"${words}" was said ${times} times`);
}
