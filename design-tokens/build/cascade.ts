/** Cascade layer of a CSS module: sections override components in any load order. Undefined for files that declare their layers. */
export function layerOf(file: string): 'components' | 'sections' | undefined {
  if (!file.endsWith('.module.css')) return undefined;
  return /(^|\/)src\/ui\//.test(file) ? 'components' : 'sections';
}

/** Wraps a CSS module in its layer without moving lines. Other files, and modules that declare a layer, are returned unchanged. */
export function inLayer(css: string, file: string): string {
  const layer = layerOf(file);
  return layer === undefined || /@layer\b/.test(css) ? css : `@layer ${layer}{${css}\n}`;
}
