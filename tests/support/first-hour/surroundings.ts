import { join } from 'node:path';
import { startCertifiedProvider, type CertifiedProvider } from '#tests/support/certified-provider.ts';
import { handOn, listenByTls, makeCertificate, type OwnCertificate, type TlsServer } from '#tests/support/own-tls.ts';
import { productionSettings } from '#tests/support/production-settings.ts';
import { startStandInCaptcha, type StandInCaptcha } from '#tests/support/stand-in-captcha.ts';
import { startStandInGateway, type StandInGateway } from '#tests/support/stand-in-gateway.ts';

export interface Surroundings {
  readonly certificate: OwnCertificate;
  /** TLS server that distributes requests among `origins`. */
  readonly front: TlsServer;
  readonly provider: CertifiedProvider;
  readonly gateway: StandInGateway;
  readonly captcha: StandInCaptcha;
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the services around the platform.
 * @param origins the live list of the platform's processes
 * @param port the port of the proxy; 0 selects a free port
 */
export async function startSurroundings(folder: string, origins: readonly string[], port = 0): Promise<Surroundings> {
  const started: { readonly stop: () => Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.splice(0).map((part) => part.stop()));
  };
  const begun = async <T extends { readonly stop: () => Promise<void> }>(part: Promise<T>): Promise<T> => {
    try {
      const running = await part;
      started.push(running);
      return running;
    } catch (error) {
      await stop();
      throw error;
    }
  };
  const certificate = makeCertificate(folder);
  const captcha = await begun(startStandInCaptcha());
  // Hosted pages have the platform's public origin, because the platform links only to pages on this origin.
  const gateway = await begun(
    startStandInGateway(
      join(folder, 'gateway'),
      (path, event) => fetch(`${origins[0] ?? 'http://127.0.0.1:1'}${path}`, event),
      () => front.origin,
    ),
  );
  let turn = 0;
  const placeFor = (path: string): string | undefined => {
    if (path.startsWith('/sandbox/gateway')) return gateway.origin;
    if (path.startsWith('/sandbox/captcha')) return captcha.origin;
    turn += 1;
    return origins[turn % origins.length];
  };
  const front: TlsServer = await begun(listenByTls(certificate, handOn(placeFor), port));
  await gateway.sendEventsTo(front.origin);
  const provider = await begun(startCertifiedProvider(certificate, () => front.origin));
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
    stop,
  };
}
