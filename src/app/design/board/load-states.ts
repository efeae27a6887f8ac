import type { NamedState, States } from '#ui/testing/states.ts';

const modules = import.meta.glob<{ states: States }>('/src/ui/*/*.states.tsx');

/** The states of every component, or of one, in the order of their names. */
export async function loadStates(only: string | null): Promise<NamedState[]> {
  const files = Object.entries(modules).map(([file, load]) => ({ component: file.split('/').at(-2) ?? file, load }));
  const loaded = await Promise.all(
    files
      .filter(({ component }) => only === null || component === only)
      .map(async ({ component, load }) => {
        const { states } = await load();
        return Object.entries(states).map(([state, render]) => ({ component, state, render }));
      }),
  );
  return loaded.flat();
}
