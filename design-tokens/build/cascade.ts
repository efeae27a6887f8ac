/** Returns the cascade layer of a CSS module, so that sections override components in any load order. Undefined for other files. */
export function layerOf(file: string): 'components' | 'sections' | undefined {
  if (!file.endsWith('.module.css')) return undefined;
  return /(^|\/)src\/ui\//.test(file) ? 'components' : 'sections';
}

/** Wraps a CSS module in its cascade layer and keeps line numbers. Other files, and files that have a layer, stay unchanged. */
export function inLayer(css: string, file: string): string {
  const layer = layerOf(file);
  return layer === undefined || /@layer\b/.test(css) ? css : `@layer ${layer}{${css}\n}`;
}
