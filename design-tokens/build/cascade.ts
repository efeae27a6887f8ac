/**
 * The cascade layer of a CSS module: what a section says about a component always wins over the component, whatever
 * the order in which their files load. Undefined for files that state their layers themselves.
 */
export function layerOf(file: string): 'components' | 'sections' | undefined {
  if (!file.endsWith('.module.css')) return undefined;
  return /(^|\/)src\/ui\//.test(file) ? 'components' : 'sections';
}

/** Puts a CSS module into its layer, without moving any line; a module that names a layer itself stays as it is. */
export function inLayer(css: string, file: string): string {
  const layer = layerOf(file);
  return layer === undefined || /@layer\b/.test(css) ? css : `@layer ${layer}{${css}\n}`;
}
