import type { ReactElement } from 'react';

/** What a component's states file exports: a drawable example per name. The gallery, the audits and the tests share it. */
export type States = Readonly<Record<string, () => ReactElement>>;

const modules = import.meta.glob<{ states: States }>('/src/ui/*/*.states.tsx');

export interface NamedState {
  component: string;
  state: string;
  render: () => ReactElement;
}

/** Every state of every component, in the order of their names. A call loads the files again if the module registry was reset. */
export async function loadStates(): Promise<NamedState[]> {
  const loaded = await Promise.all(
    Object.entries(modules).map(async ([file, load]) => {
      const { states } = await load();
      const component = file.split('/').at(-2) ?? file;
      return Object.entries(states).map(([state, render]) => ({ component, state, render }));
    }),
  );
  return loaded.flat();
}
