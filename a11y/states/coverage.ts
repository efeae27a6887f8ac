import { matchRoute, pageRoutes, type RouteName } from '#app/routes.ts';
import { sectionOrder } from '#billing/shared/page/sections.ts';
import { impossible } from './sections.ts';
import { situations, type State } from './state.ts';

interface Source {
  readonly path: string;
  readonly text: string;
}

const opensDialog = ({ text }: Source): boolean => /<(Dialog|AlertDialog|SidePanel)\b(?!A)/.test(text);

const isBusyAtTimes = ({ text }: Source): boolean => /\bbusyMessage=\{/.test(text);

const isUnderWay = ({ steps }: State): boolean => steps.some((step) => step.do === 'stall');

const slugOf = (address: string): string => /^\/org\/([^/?]+)/.exec(address)?.[1] ?? '';

const routeOf = ({ address }: State): RouteName | undefined => matchRoute(new URL(address, 'http://host').pathname)?.name;

export function uncoveredBy(states: readonly State[], sources: readonly Source[]): string[] {
  const reached = new Set(states.map(routeOf));
  const shown = new Set(states.flatMap(({ dialogs = [] }) => dialogs));
  const underWay = new Set(states.filter(isUnderWay).flatMap(({ dialogs = [] }) => dialogs));
  const changing = states.filter(({ changes }) => changes).map(({ name, address }) => [slugOf(address), name] as const);
  const dialogs = new Set(sources.filter(opensDialog).map(({ path }) => path));
  const inSection = new Set(states.flatMap(({ section }) => (section ? [section.join(', ')] : [])));
  return [
    ...(Object.keys(pageRoutes) as RouteName[]).filter((name) => !reached.has(name)).map((name) => `route ${name}`),
    ...sectionOrder.flatMap((anchor) =>
      situations
        .filter((situation) => !impossible[anchor]?.[situation] && !inSection.has(`${anchor}, ${situation}`))
        .map((situation) => `section ${anchor}, ${situation}`),
    ),
    ...[...dialogs].filter((path) => !shown.has(path)).map((path) => `dialog ${path}`),
    ...sources
      .filter((source) => opensDialog(source) && isBusyAtTimes(source) && shown.has(source.path) && !underWay.has(source.path))
      .map(({ path }) => `dialog ${path}, under way`),
    ...changing
      .filter(([slug], index) => changing.findIndex(([other]) => other === slug) !== index)
      .map(([slug, name]) => `state "${name}" changes ${slug}, as another does`),
    ...states.flatMap(({ name, dialogs: named = [], sees }) => [
      ...named.filter((path) => !dialogs.has(path)).map((path) => `state "${name}" names ${path}, which opens no dialog`),
      ...(named.length > 0 && !sees.some(({ role, within }) => /dialog/.test(role) || /dialog/.test(within?.role ?? ''))
        ? [`state "${name}" shows a dialog and sees none`]
        : []),
    ]),
  ];
}
