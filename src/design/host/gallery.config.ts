import { defineConfig } from 'vite';
import { tokensPlugin } from '#tokens/build/vite-plugin.ts';
import { galleryBuild } from './gallery-build.ts';

/**
 * The gallery is a build of its own: in the product's build its entries would pull shared modules into further chunks
 * and so weigh on the first load. The embedded mode serves the result at /__design.
 */
// oxlint-disable-next-line import/no-default-export -- the form that Vite reads
export default defineConfig(galleryBuild({ tokens: tokensPlugin(), documents: ['gallery', 'board'], outDir: 'dist/design' }));
