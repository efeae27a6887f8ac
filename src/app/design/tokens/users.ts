/** Where a token is used: the part of the token data that this file needs. */
interface UsedToken {
  readonly path: string;
  readonly uses: readonly { readonly owner: string }[];
}

type Dependencies = Readonly<Record<string, readonly string[]>>;

/** Styles of the whole document. What they use, everything uses. */
export const everywhere = 'ui/base';

const partOf = (owner: string): string => owner.split('/').slice(0, 2).join('/');

/** Components and sections whose style sheets or scripts name one of these tokens, directly or through an alias. */
export function ownersOf(tokens: readonly UsedToken[]): ReadonlySet<string> {
  return new Set(tokens.flatMap(({ uses }) => uses.map(({ owner }) => partOf(owner))));
}

/** Every part that draws one of the owners. The styles of the whole document are left to the caller. */
export function partsDrawing(owners: ReadonlySet<string>, dependencies: Dependencies): ReadonlySet<string> {
  return new Set(
    Object.keys(dependencies).filter((part) => dependencies[part]?.some((drawn) => drawn !== everywhere && owners.has(drawn))),
  );
}
