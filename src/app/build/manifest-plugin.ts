import { basename, relative } from 'node:path';
import type { Plugin } from 'vite';
import type { ManifestChunk } from '#lib/page-request.ts';

/**
 * Names in the manifest, by its source file, each part that is loaded on demand and shares a chunk with others.
 * The manifest of the build names a chunk by one source at most; the server asks by the source of a part.
 */
export function manifestPlugin(): Plugin {
  return {
    name: 'parts-in-manifest',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const asset = bundle['manifest.json'];
        if (asset?.type !== 'asset') return;
        const manifest = JSON.parse(String(asset.source)) as Record<string, ManifestChunk>;
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const entry = manifest[`_${basename(chunk.fileName)}`];
          const parts = chunk.moduleIds.filter((id) => this.getModuleInfo(id)?.dynamicImporters.length);
          for (const id of parts) if (entry) manifest[relative(this.environment.config.root, id)] ??= entry;
        }
        asset.source = JSON.stringify(manifest, null, 2);
      },
    },
  };
}
