import { defineConfig } from 'vite';
import { tokensPlugin } from '#tokens/build/vite-plugin.ts';
import { galleryBuild } from './gallery-build.ts';

/** A separate build, because its entries would split the product's chunks and slow the first load. Served at /__design. */
// oxlint-disable-next-line import/no-default-export -- the form that Vite reads
export default defineConfig(galleryBuild({ tokens: tokensPlugin(), documents: ['gallery', 'board'], outDir: 'dist/design' }));
