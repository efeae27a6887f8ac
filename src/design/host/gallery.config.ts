import { defineConfig } from 'vite';
import { tokensPlugin } from '#tokens/build/vite-plugin.ts';
import { galleryBuild } from './gallery-build.ts';

/**
 * The gallery has a separate build, served at /__design. In the product's build, its entries would split the chunks and slow the first
 * load.
 */
// oxlint-disable-next-line import/no-default-export -- the form that Vite reads
export default defineConfig(galleryBuild({ tokens: tokensPlugin(), documents: ['gallery', 'board'], outDir: 'dist/design' }));
