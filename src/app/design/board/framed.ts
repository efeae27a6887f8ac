/**
 * Components that draw over the whole page, make the rest of it inert or stick to an edge of the window. Each of their
 * states gets a document of its own on the board.
 */
const overThePage: ReadonlySet<string> = new Set(['AlertDialog', 'Dialog', 'SidePanel', 'SkipLink', 'Toast']);

export const needsFrame = (component: string): boolean => overThePage.has(component);
