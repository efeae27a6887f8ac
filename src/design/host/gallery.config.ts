import { defineConfig } from 'vite';
import { tokensPlugin } from '#tokens/build/vite-plugin.ts';
import { galleryBuild } from './gallery-build.ts';

/** Separate build of the gallery, served at /__design, because its entries would split the product's chunks and slow the first load. */
// oxlint-disable-next-line import/no-default-export -- the form that Vite reads
export default defineConfig(galleryBuild({ tokens: tokensPlugin(), documents: ['gallery', 'board'], outDir: 'dist/design' }));
