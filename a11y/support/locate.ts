import type { FrameLocator, Locator, Page } from 'playwright';
import type { Target } from '#a11y/states/state.ts';

export { describeTarget } from '#a11y/states/words.ts';

/** Hidden elements do not match. */
export function locate(page: Page, target: Target): Locator {
  const document = target.frame === undefined ? page : page.frameLocator(`iframe[title="${target.frame}"]`);
  const scope: Page | FrameLocator | Locator = target.within ? locate(page, target.within) : document;
  const found =
    target.role === 'text'
      ? scope.getByText(target.name, { exact: true }).filter({ visible: true })
      : scope.getByRole(target.role, { name: target.name, exact: true });
  return found.nth(target.nth ?? 0);
}
