import type { CommandGroup } from '#ui/CommandMenu/CommandMenu.tsx';

/** Maximum number of entries in long groups while the search field is empty. `mostFound` is their maximum during a search. */
const mostUnasked: Readonly<Record<string, number>> = { projects: 4, invoices: 4, downloads: 0 };
const mostFound = 8;

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
      const unasked = mostUnasked[group.id];
      const most = words === '' || unasked === undefined ? unasked : mostFound;
      return { ...group, commands: found.slice(0, most) };
    })
    .filter(({ commands }) => commands.length > 0);
}
