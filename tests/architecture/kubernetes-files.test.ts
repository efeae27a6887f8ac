import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { Probe } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/Probe';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

// The test has no cluster. It validates the files against the schemas of Kubernetes and the Prometheus operator, and against each other.

const home = 'src/server/deploy/kubernetes';
const models: Readonly<Record<string, new (data: any) => { readonly validate: () => void }>> = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Probe,
  PrometheusRule,
  Secret,
  Service,
  ServiceMonitor,
};
const objects: any[] = readdirSync(home).flatMap((name) =>
  parseAllDocuments(readFileSync(join(home, name), 'utf8')).map((document) => document.toJS() as object),
);
const ofKind = (...kinds: string[]): any[] => objects.filter(({ kind }) => kinds.includes(kind));
const pods = ofKind('Deployment', 'Job').map(({ spec }) => spec.template);

function faultOf(object: any): string | null {
  const Model = models[object.kind];
  if (!Model) return `${object.kind} is not known`;
  try {
    const made = new Model(object) as unknown as { readonly apiVersion: string; readonly validate: () => void };
    made.validate();
    return made.apiVersion === object.apiVersion ? null : `${object.kind} is ${object.apiVersion}`;
  } catch (error) {
    return String(error);
  }
}

it('every object is one of its kind', () => {
  expect(objects.length).toBeGreaterThan(20);
  for (const object of objects)
    expect([object.kind, object.metadata.name, faultOf(object)]).toEqual([object.kind, object.metadata.name, null]);
});

it('a field of the wrong type is noticed', () => {
  const [deployment] = ofKind('Deployment');
  expect(faultOf({ ...deployment, spec: { ...deployment.spec, replicas: '2' } })).toMatch('replicas must be integer');
  expect(faultOf({ ...deployment, kind: 'Deploymint' })).toBe('Deploymint is not known');
});

it('everything lies in the namespace, whose pods have no rights that they do not need', () => {
  const [namespace] = ofKind('Namespace');
  expect(namespace.metadata.labels['pod-security.kubernetes.io/enforce']).toBe('restricted');
  for (const { kind, metadata } of objects)
    if (kind !== 'Namespace') expect([metadata.name, metadata.namespace]).toEqual([metadata.name, namespace.metadata.name]);
  expect(pods.length).toBe(5);
  for (const { spec } of pods) {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const container of spec.containers) {
      expect(container.securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      // No CPU limit, because throttling would delay responses.
      expect(container.resources).toEqual({
        requests: { cpu: expect.stringMatching(/^\d+m$/), memory: expect.stringMatching(/^\d+Mi$/) },
        limits: { memory: expect.stringMatching(/^\d+Mi$/) },
      });
    }
  }
});

it('what one object names, another is', () => {
  const has = (kind: string, name: string): boolean => ofKind(kind).some(({ metadata }) => metadata.name === name);
  /** The operator creates these secrets from certificates, see README.md. */
  const made = ['billing-tls', 'billing-pgbouncer-tls'];
  for (const { spec } of pods) {
    const volumes = new Set((spec.volumes ?? []).map(({ name }: any) => name));
    for (const { configMap, secret } of spec.volumes ?? []) {
      if (configMap) expect([configMap.name, has('ConfigMap', configMap.name)]).toEqual([configMap.name, true]);
      if (secret && !made.includes(secret.secretName))
        expect([secret.secretName, has('Secret', secret.secretName)]).toEqual([secret.secretName, true]);
    }
    for (const { envFrom = [], volumeMounts = [] } of spec.containers) {
      for (const { name } of volumeMounts) expect(volumes).toContain(name);
      for (const { configMapRef, secretRef } of envFrom)
        expect(configMapRef ? has('ConfigMap', configMapRef.name) : has('Secret', secretRef.name)).toBe(true);
    }
  }
  const labels = pods.map(({ metadata }) => metadata.labels.app);
  for (const { spec } of ofKind('Service')) expect(labels).toContain(spec.selector.app);
  for (const { spec } of ofKind('PodDisruptionBudget')) expect(labels).toContain(spec.selector.matchLabels.app);
  const [{ spec: scaler }] = ofKind('HorizontalPodAutoscaler');
  expect(has('Deployment', scaler.scaleTargetRef.name)).toBe(true);
  const [{ spec: ingress }] = ofKind('Ingress');
  expect(made).toContain(ingress.tls[0].secretName);
  expect(ingress.tls[0].hosts).toEqual(ingress.rules.map(({ host }: any) => host));
  const backend = ingress.rules[0].http.paths[0].backend.service;
  const service = ofKind('Service').find(({ metadata }) => metadata.name === backend.name);
  expect(service.spec.ports.map(({ name }: any) => name)).toContain(backend.port.name);
});

it('the migration has the key that seals secrets, and the one before while it is rotated', () => {
  const migration = ofKind('Job').find(({ metadata }) => metadata.name.startsWith('billing-migrate-'));
  const { env } = migration.spec.template.spec.containers[0];
  const isOptional = { SECRETS_KEY: undefined, SECRETS_KEY_PREVIOUS: true };
  for (const [key, optional] of Object.entries(isOptional))
    expect(env.find(({ name }: any) => name === key)?.valueFrom.secretKeyRef).toEqual({ name: 'billing-secrets', key, optional });
});

it('all processes together have fewer connections than PgBouncer takes', () => {
  const [{ spec }] = ofKind('HorizontalPodAutoscaler');
  const settings = ofKind('ConfigMap').find(({ metadata }) => metadata.name === 'billing-settings').data;
  const { 'pgbouncer.ini': text } = ofKind('ConfigMap').find(({ metadata }) => metadata.name === 'billing-pgbouncer').data;
  const most = Number(/^max_client_conn = (\d+)$/m.exec(text)?.[1]);
  expect((spec.maxReplicas + 1) * (Number(settings.DATABASE_POOL_SIZE) + 1)).toBeLessThan(most);
  // The PgBouncer settings for Kubernetes must equal pgbouncer.ini, except for addresses, TLS, and the pool size per replica.
  const lines = (ini: string): string[] => ini.split('\n').filter((line) => /^(?!;)\w+ =/.test(line));
  const usual = lines(readFileSync('src/server/deploy/pgbouncer.ini', 'utf8'));
  const changedSettings = /^(billing|listen_addr|unix_socket_dir|auth_file|default_pool_size|(client|server)_tls_\w+) /;
  expect(lines(text).filter((line) => !changedSettings.test(line))).toEqual(usual.filter((line) => !changedSettings.test(line)));
  const size = (ini: string): number => Number(/^default_pool_size = (\d+)$/m.exec(ini)?.[1]);
  const pooler = ofKind('Deployment').find(({ metadata }) => metadata.name === 'pgbouncer');
  expect(pooler.spec.replicas * size(text)).toBe(size(usual.join('\n')));
});

it('the command runs what there is, with the image of the processes', () => {
  const images = new Set(pods.filter(({ metadata }) => metadata.labels.app !== 'pgbouncer').map(({ spec }) => spec.containers[0].image));
  expect(images.size).toBe(1);
  const commands = ofKind('Job').map(({ spec }) => spec.template.spec.containers[0].command);
  expect(commands.map(([, , verb]: string[]) => verb).toSorted()).toEqual(['doctor', 'init', 'migrate']);
});
