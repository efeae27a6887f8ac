import { join } from 'node:path';
import { startCertifiedProvider, type CertifiedProvider } from '#tests/support/certified-provider.ts';
import { handOn, listenByTls, makeCertificate, type OwnCertificate, type TlsServer } from '#tests/support/own-tls.ts';
import { productionSettings } from '#tests/support/production-settings.ts';
import { startStandInCaptcha, type StandInCaptcha } from '#tests/support/stand-in-captcha.ts';
import { startStandInGateway, type StandInGateway } from '#tests/support/stand-in-gateway.ts';

/** What a platform in production has around it, the database apart. */
export interface Surroundings {
  readonly certificate: OwnCertificate;
  /** Ends TLS and hands requests round among the processes in `origins`. */
  readonly front: TlsServer;
  readonly provider: CertifiedProvider;
  readonly gateway: StandInGateway;
  readonly captcha: StandInCaptcha;
  /** Settings of a process of the platform, without its database. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a real OpenID provider, the sandbox gateway and a captcha in the places of the real ones, and what ends TLS in front of all.
 * @param origins where the platform's processes answer; may grow afterwards
 * @param port of the front; any where 0
 */
export async function startSurroundings(folder: string, origins: readonly string[], port = 0): Promise<Surroundings> {
  const certificate = makeCertificate(folder);
  const captcha = await startStandInCaptcha();
  // The platform leads to pages of its own origin alone.
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
