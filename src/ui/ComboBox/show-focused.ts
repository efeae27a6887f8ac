/**
 * Scrolls a list that has just been opened to its focused option; the virtual list knows its height only after a frame.
 * Only the list moves: any scrolling of the page closes it.
 */
export function showFocused(getList: () => HTMLElement | null): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const list = getList();
      const option = list?.querySelector('[data-focused]');
      if (!list || !option) return;
      const space = (list.clientHeight - option.clientHeight) / 2;
      list.scrollTop += option.getBoundingClientRect().top - list.getBoundingClientRect().top - space;
    }),
  );
}
