import { join } from 'node:path';
import { startCertifiedProvider, type CertifiedProvider } from '#tests/support/certified-provider.ts';
import { handOn, listenByTls, makeCertificate, type OwnCertificate, type TlsServer } from '#tests/support/own-tls.ts';
import { productionSettings } from '#tests/support/production-settings.ts';
import { startStandInCaptcha, type StandInCaptcha } from '#tests/support/stand-in-captcha.ts';
import { startStandInGateway, type StandInGateway } from '#tests/support/stand-in-gateway.ts';

/** Services around a production platform, except the database. */
export interface Surroundings {
  readonly certificate: OwnCertificate;
  /** Terminates TLS and distributes requests among `origins`. */
  readonly front: TlsServer;
  readonly provider: CertifiedProvider;
  readonly gateway: StandInGateway;
  readonly captcha: StandInCaptcha;
  /** Environment of a platform process, without its database. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a real OpenID provider, the sandbox gateway, a captcha and a TLS proxy.
 * @param origins of the platform's processes; may grow later
 * @param port of the proxy; 0 for any
 */
export async function startSurroundings(folder: string, origins: readonly string[], port = 0): Promise<Surroundings> {
  const certificate = makeCertificate(folder);
  const captcha = await startStandInCaptcha();
  // The platform only links to pages on its own origin.
  const gateway = await startStandInGateway(
    join(folder, 'gateway'),
    (path, event) => fetch(`${origins[0] ?? 'http://127.0.0.1:1'}${path}`, event),
    () => front.origin,
  );
  let turn = 0;
  const placeFor = (path: string): string | undefined => {
    if (path.startsWith('/sandbox/gateway')) return gateway.origin;
    if (path.startsWith('/sandbox/captcha')) return captcha.origin;
    turn += 1;
    return origins[turn % origins.length];
  };
  const front: TlsServer = await listenByTls(certificate, handOn(placeFor), port);
  await gateway.sendEventsTo(front.origin);
  const provider = await startCertifiedProvider(certificate, () => front.origin);
  provider.open();
  return {
    certificate,
    front,
    provider,
    gateway,
    captcha,
    environment: {
      ...productionSettings,
      ...gateway.environment,
      ...captcha.environment,
      ...provider.environment,
      PUBLIC_ORIGIN: front.origin,
      NODE_EXTRA_CA_CERTS: certificate.file,
    },
    stop: async () => {
      await Promise.all([front.stop(), provider.stop(), gateway.stop(), captcha.stop()]);
    },
  };
}
