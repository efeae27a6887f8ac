import type { ReactElement } from 'react';

export type States = Readonly<Record<string, () => ReactElement>>;

const modules = import.meta.glob<{ states: States }>('/src/ui/*/*.states.tsx');

export interface NamedState {
  component: string;
  state: string;
  render: () => ReactElement;
}

/** Sorts the states by name. Loads the files again if the module registry was reset. */
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
