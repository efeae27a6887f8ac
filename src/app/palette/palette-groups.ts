import type { CommandGroup } from '#ui/CommandMenu/CommandMenu.tsx';

/** So many of a group are listed before anything is typed, and of all that matches afterwards. */
const mostUnasked = { projects: 4, invoices: 4 } as const;
const mostFound = 8;

/** True where every word that was typed stands in the text. */
const matches = (text: string, sought: string): boolean => {
  const lower = text.toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
};

/** The commands that match what was typed, without empty groups. */
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
