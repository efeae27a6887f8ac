import type { GatewayCore } from '#sandbox/core.ts';
import { apiVersion } from '#sandbox/render.ts';

export interface WebhookTarget {
  url: string;
  /** Signing secret, `whsec_…`. */
  secret: string;
  /** If absent, all event types are sent. */
  enabledEvents?: string[];
}

const id = 'we_configured';

export function configureEndpoint(core: GatewayCore, target: WebhookTarget | null): void {
  const before = core.state.get('webhook_endpoint', id);
  const same =
    before &&
    target &&
    !before.deleted &&
    before.url === target.url &&
    before._.secret === target.secret &&
    String(before.enabled_events) === String(target.enabledEvents ?? ['*']);
  if (same || (!before && !target)) return;
  const tx = core.begin();
  if (target) {
    tx.put<'webhook_endpoint'>({
      object: 'webhook_endpoint',
      id,
      created: before?.created ?? tx.nowSeconds,
      api_version: apiVersion,
      description: 'From the settings',
      enabled_events: target.enabledEvents ?? ['*'],
      metadata: {},
      status: 'enabled',
      url: target.url,
      _: { secret: target.secret, configured: true },
    });
  } else if (before) {
    tx.put<'webhook_endpoint'>({ ...before, deleted: true, status: 'disabled' });
  }
  core.commit(tx);
}
