import { execFileSync } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unprivileged } from '#tests/support/postgres-server.ts';

export interface ClusterCertificates {
  readonly authority: string;
  readonly certificate: (node: number) => string;
  readonly key: (node: number) => string;
}

/** Creates certificates in the way that the README beside patroni.yaml describes. */
export function makeCertificates(folder: string, addresses: readonly string[]): ClusterCertificates {
  const openssl = (...words: string[]): void => void execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-days', '60', '-subj', '/CN=billing-postgres', '-keyout', 'authority.key', '-out', 'authority.pem');
  for (const [node, address] of addresses.entries()) {
    const names = `subjectAltName=DNS:localhost,IP:${address},IP:127.0.0.1`;
    const name = `node-${node}`;
    openssl('req', ...key, '-subj', `/CN=${name}`, '-addext', names, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const signed = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial', '-copy_extensions', 'copy'];
    openssl('x509', '-req', '-in', `${name}.csr`, '-days', '60', ...signed, '-out', `${name}.pem`);
  }
  const user = unprivileged();
  if (user) for (const name of ['.', ...readdirSync(folder)]) chownSync(join(folder, name), user.uid, user.gid);
  return {
    authority: join(folder, 'authority.pem'),
    certificate: (node) => join(folder, `node-${node}.pem`),
    key: (node) => join(folder, `node-${node}.key`),
  };
}
