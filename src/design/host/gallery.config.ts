import { defineConfig } from 'vite';
import { tokensPlugin } from '#tokens/build/vite-plugin.ts';
import { galleryBuild } from './gallery-build.ts';

/**
 * A separate build: in the product's build, its entries would split shared modules into more chunks and slow the first load. Embedded mode
 * serves the result at /__design.
 */
// oxlint-disable-next-line import/no-default-export -- the form that Vite reads
export default defineConfig(galleryBuild({ tokens: tokensPlugin(), documents: ['gallery', 'board'], outDir: 'dist/design' }));
