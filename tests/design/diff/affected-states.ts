import type { BoardState } from '#design/board/board-api.ts';
import { partDependencies } from '#design/host/dependencies.ts';
import { allTokenParts, partsDrawing } from '#design/tokens/use-token-parts.ts';
import { type Workspace, openWorkspace } from '#tokens/build/check.ts';

function ownersOf({ usage }: Workspace, paths: ReadonlySet<string>): ReadonlySet<string> {
  const owners = [...paths].flatMap((path) => (usage.get(path) ?? []).map(({ owner }) => owner.split('/').slice(0, 2).join('/')));
  return new Set(owners);
}

/** Returns the states that can look different, because they contain a component that uses a changed token. */
export async function affectedStates<S extends BoardState>(
  states: readonly S[],
  paths: ReadonlySet<string>,
  repository: string,
): Promise<S[]> {
  const owners = ownersOf(await openWorkspace(), paths);
  if (owners.has(allTokenParts)) return [...states];
  const parts = partsDrawing(owners, partDependencies(repository));
  return states.filter(({ component }) => parts.has(`ui/${component}`));
}
