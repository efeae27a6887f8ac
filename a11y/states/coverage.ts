import { matchRoute, routes, type RouteName } from '#app/routes.ts';
import { sectionOrder } from '#billing/shared/sections.ts';
import { impossible } from './sections.ts';
import { situations, type State } from './state.ts';

interface Source {
  readonly path: string;
  readonly text: string;
}

const opensDialog = ({ text }: Source): boolean => /<(Dialog|AlertDialog|SidePanel)\b(?!A)/.test(text);

const routeOf = ({ address }: State): RouteName | undefined => matchRoute(new URL(address, 'http://host').pathname)?.name;

/** What the page can show that no state of these shows, and states that name what is gone. */
export function uncoveredBy(states: readonly State[], sources: readonly Source[]): string[] {
  const reached = new Set(states.map(routeOf));
  const shown = new Set(states.flatMap(({ dialogs = [] }) => dialogs));
  const dialogs = new Set(sources.filter(opensDialog).map(({ path }) => path));
  const inSection = new Set(states.flatMap(({ section }) => (section ? [section.join(', ')] : [])));
  return [
    ...(Object.keys(routes) as RouteName[]).filter((name) => !reached.has(name)).map((name) => `route ${name}`),
    ...sectionOrder.flatMap((anchor) =>
      situations
        .filter((situation) => !impossible[anchor]?.[situation] && !inSection.has(`${anchor}, ${situation}`))
        .map((situation) => `section ${anchor}, ${situation}`),
    ),
    ...[...dialogs].filter((path) => !shown.has(path)).map((path) => `dialog ${path}`),
    ...states.flatMap(({ name, dialogs: named = [], sees }) => [
      ...named.filter((path) => !dialogs.has(path)).map((path) => `state "${name}" names ${path}, which opens no dialog`),
      ...(named.length > 0 && !sees.some(({ role, within }) => /dialog/.test(role) || /dialog/.test(within?.role ?? ''))
        ? [`state "${name}" shows a dialog and sees none`]
        : []),
    ]),
  ];
}
