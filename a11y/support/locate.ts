import type { Locator, Page } from 'playwright';
import type { Target } from '#a11y/states/state.ts';

/** Where a target is. Hidden things are found by nobody, so by no target either. */
export function locate(page: Page, target: Target): Locator {
  const scope: Page | Locator = target.within ? locate(page, target.within) : page;
  const found =
    target.role === 'text'
      ? scope.getByText(target.name, { exact: true }).filter({ visible: true })
      : scope.getByRole(target.role, { name: target.name, exact: true });
  return found.nth(target.nth ?? 0);
}

/** For messages: `button "Close" in dialog "Spend cap"`. */
export function describeTarget({ role, name, within }: Target): string {
  const own = `${role} ${typeof name === 'string' ? JSON.stringify(name) : String(name)}`;
  return within ? `${own} in ${describeTarget(within)}` : own;
}
