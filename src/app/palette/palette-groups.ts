import type { CommandGroup } from '#ui/CommandMenu/CommandMenu.tsx';

/** Maximum number of entries per group without a search text, and with one. */
const mostUnasked = { projects: 4, invoices: 4 } as const;
const mostFound = 8;

/** True if the text contains every typed word. */
const matches = (text: string, sought: string): boolean => {
  const lower = text.toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
};

export function matchingGroups(groups: readonly CommandGroup[], sought: string): CommandGroup[] {
  const words = sought.trim();
  return groups
    .map((group) => {
      const found = group.commands.filter(
        (command) => words === '' || matches(`${group.title} ${command.words} ${command.about ?? ''}`, words),
      );
      const most =
        words === ''
          ? (mostUnasked as Readonly<Record<string, number>>)[group.id]
          : ['projects', 'invoices'].includes(group.id)
            ? mostFound
            : undefined;
      return { ...group, commands: found.slice(0, most) };
    })
    .filter(({ commands }) => commands.length > 0);
}
