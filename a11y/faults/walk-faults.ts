import type { WalkFault } from './fault.ts';

const walk = (name: string, walkName: string, finding: string, script: string): WalkFault => ({
  name,
  caughtBy: 'keyboard walk',
  walk: walkName,
  finding,
  script,
});

const onAnnouncement = (body: string): string => `
  addEventListener('DOMContentLoaded', () => new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      if (target instanceof Element && target.closest('[data-announcer]'))
        for (const node of addedNodes) { ${body} }
  }).observe(document, { childList: true, subtree: true }));`;

const saysInstead = (word: string, other: string): string => `
  for (const method of ['appendChild', 'insertBefore']) {
    const insert = Node.prototype[method];
    Node.prototype[method] = function (child, ...rest) {
      if (this instanceof Element && this.closest('[data-announcer]')) child.textContent = child.textContent.replace('${word}', '${other}');
      return insert.call(this, child, ...rest);
    };
  }`;

const showsInstead = (words: RegExp, other: string): string => `
  addEventListener('DOMContentLoaded', () => {
    const change = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (${String(words)}.test(node.data)) node.data = node.data.replace(${String(words)}, '${other}');
    };
    new MutationObserver(change).observe(document, { childList: true, subtree: true, characterData: true });
  });`;

export const walkFaults: readonly WalkFault[] = [
  walk(
    'ring that can not be seen',
    'Learn what the spend cap covers',
    'the ring has 0 pixels',
    `addEventListener('DOMContentLoaded', () => { const sheet = new CSSStyleSheet(); sheet.replaceSync('* { outline-color: transparent !important; }'); Object.defineProperty(document, 'adoptedStyleSheets', { get: () => [], set() {} }); CSSStyleSheet.prototype.replaceSync = () => {}; const style = document.createElement('link'); for (const rules of document.styleSheets) try { rules.insertRule('* { outline-color: transparent !important; }', rules.cssRules.length); } catch {} });`,
  ),
  walk(
    'focus lost after a press',
    'See the costs by project and the working of one',
    'took the focus to the body',
    `addEventListener('keyup', (event) => { if (event.key === 'Enter') document.activeElement?.blur(); }, true);`,
  ),
  walk(
    'trap for the keyboard',
    'Learn what the spend cap covers',
    'trapped',
    `addEventListener('keydown', (event) => { if (event.key === 'Tab' && document.activeElement?.textContent === 'By item') event.preventDefault(); }, true);`,
  ),
  walk(
    'silent change',
    'Turn the pages of the invoices to the last and back',
    'hear',
    onAnnouncement('const said = node; queueMicrotask(() => said.remove?.()); window.heardWords?.splice(0);'),
  ),
  walk(
    'announcement that comes twice',
    'Turn the pages of the invoices to the last and back',
    'said 2 times',
    onAnnouncement("if (!node.dataset?.twin) { const twin = node.cloneNode(true); twin.dataset.twin = '1'; target.append(twin); }"),
  ),
  walk(
    'key that does nothing',
    'Move through the invoice table by arrows',
    'instead of link',
    `addEventListener('keydown', (event) => { if (event.key === 'ArrowDown') event.stopImmediatePropagation(); }, true);`,
  ),
  walk(
    'Escape that does not close',
    'Read a remark and return from it',
    'Escape',
    `addEventListener('keydown', (event) => { if (event.key === 'Escape') { event.stopImmediatePropagation(); document.querySelector('a')?.focus(); } }, true);`,
  ),
  walk(
    'dialog that is busy in silence',
    'Top up credits',
    'hear',
    onAnnouncement("if (target.closest('[role=dialog]')) window.heardWords?.splice(0);"),
  ),
  walk(
    'focus that comes back and leaves again',
    'Weigh the spend cap and leave it',
    // Depending on the timing, one of two messages reports the lost focus. Both messages contain this name.
    'button "Change spend cap"',
    `addEventListener('focusin', ({ target }) => { if (target instanceof Element && target.textContent === 'Change spend cap' && window.wasInDialog) setTimeout(() => target.blur(), 60); if (target instanceof Element && target.closest('[role=dialog]')) window.wasInDialog = true; }, true);`,
  ),
  walk(
    'focus that does not come back from a dialog',
    'Weigh the spend cap and leave it',
    'instead of button "Change spend cap"',
    `const { focus } = HTMLElement.prototype; HTMLElement.prototype.focus = function (...how) { if (!this.textContent?.includes('Change spend cap')) focus.apply(this, how); };`,
  ),
  walk(
    'message that says added of what was removed',
    'Remove a recipient and undo it',
    'hear "einkauf@stadtwerke.example removed',
    saysInstead('removed', 'added'),
  ),
  walk(
    'message that says removed of what was added to a budget',
    'Save a budget with other recipients than the billing email',
    'hear "lead@cedar.example added',
    saysInstead('added', 'removed'),
  ),
  walk(
    'focus that leaves after most of a second',
    'Weigh the spend cap and leave it',
    'the focus left button "Change spend cap"',
    `addEventListener('focusin', ({ target }) => { if (target instanceof Element && target.textContent === 'Change spend cap' && window.wasInDialog) setTimeout(() => document.querySelector('a').focus(), 800); if (target instanceof Element && target.closest('[role=dialog]')) window.wasInDialog = true; }, true);`,
  ),
  walk(
    'focus that leaves most of a second after a message',
    'Change to another organization by the menu',
    '(hear "1 organization found"): the focus left input "Find an organization"',
    onAnnouncement("if (node.textContent?.includes('organization found')) setTimeout(() => document.querySelector('a').focus(), 900);"),
  ),
  walk(
    'field that moves the focus while typing',
    'Find an invoice by its number',
    'the focus left input "Invoice number"',
    `addEventListener('input', () => setTimeout(() => document.querySelector('a').focus(), 100));`,
  ),
  walk(
    'error that does not say what is expected',
    'Top up by too little',
    'see text "Amount must be between',
    showsInstead(/Amount must be between .*/, 'Invalid amount.'),
  ),
  walk('payment whose button does not say its sum', 'Look at an upgrade and cancel it', 'see button', showsInstead(/, pay \$.*/, '')),
  walk(
    'cover over what has the focus',
    'Learn what the spend cap covers',
    'the ring has 0 pixels',
    `addEventListener('DOMContentLoaded', () => { const cover = document.createElement('div'); cover.style.cssText = 'position: fixed; inset: 0; z-index: 99999; background: white; pointer-events: none'; document.body.append(cover); });`,
  ),
  walk(
    'search that opens elsewhere in the order',
    'Correct the dates of a search in the activity',
    'instead of radio "Any"',
    `addEventListener('keydown', (event) => { if (event.key === 'Tab' && document.activeElement?.id === 'open-find-activity') { event.preventDefault(); document.querySelector('a[download]')?.focus(); } }, true);`,
  ),
];
