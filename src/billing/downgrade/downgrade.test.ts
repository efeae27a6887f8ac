import { expect, it } from 'vitest';
import { affectedProjects } from './affected-projects.ts';
import { lostAddons } from './removed-addons.ts';
import { timingWords } from './DowngradeDialog.tsx';

type Addon = Parameters<typeof lostAddons>[0][number]['addons'][number];

const addon = (type: Addon['type'], identifier: string, name: string): Addon => ({
  type,
  variant: { identifier, name, price: 0, price_description: '', price_interval: 'hourly', price_type: 'usage' },
});

it('lists the add-ons of each project, and apart those that stay until somebody removes them', () => {
  expect(
    lostAddons([
      {
        ref: 'a',
        name: 'fleet-control',
        addons: [
          addon('compute_instance', 'ci_large', 'Large'),
          addon('pitr', 'pitr_14', '14 days'),
          addon('custom_domain', 'cd_default', 'Custom Domain'),
        ],
      },
      {
        ref: 'b',
        name: 'telemetry',
        addons: [
          addon('compute_instance', 'ci_micro', 'Micro'),
          addon('log_drain', 'log_drain_default', 'Log Drain'),
          addon('auth_mfa_phone', 'auth_mfa_phone_default', 'Phone MFA'),
          addon('auth_mfa_web_authn', 'auth_mfa_web_authn_default', 'WebAuthn MFA'),
        ],
      },
    ]),
  ).toEqual([
    {
      ref: 'a',
      name: 'fleet-control',
      removed: ['Large Compute Instance', 'Point-in-time recovery, 14 days', 'Custom Domain'],
      byHand: [],
    },
    { ref: 'b', name: 'telemetry', removed: ['WebAuthn MFA'], byHand: ['Log Drain', 'Phone MFA'] },
  ]);
});

it('leaves out projects that have nothing but Micro compute', () => {
  expect(lostAddons([{ ref: 'a', name: 'docs', addons: [addon('compute_instance', 'ci_micro', 'Micro')] }])).toEqual([]);
});

it('says which projects restart for less compute, and which branches are paused', () => {
  const project = (name: string, instance_size: 'nano' | 'micro' | 'large') =>
    ({ name, ref: name, status: 'ACTIVE_HEALTHY', instance_size }) as const;
  const active = [project('docs', 'nano'), project('web', 'micro'), project('api', 'large'), project('preview', 'micro')];
  const listed = [
    { ref: 'preview', is_branch: true },
    { ref: 'web', is_branch: false },
  ];
  expect(affectedProjects(active, listed)).toEqual({ restarting: ['web', 'api'], pausing: ['preview'] });
  expect(affectedProjects([], listed)).toEqual({ restarting: [], pausing: [] });
});

it('takes the word of the preview for which are branches, however many projects the list leaves out', () => {
  const project = (name: string, isBranch: boolean) =>
    ({ name, ref: name, status: 'ACTIVE_HEALTHY', instance_size: 'micro', is_branch: isBranch }) as const;
  const active = [project('web', false), project('preview', true)];
  expect(affectedProjects(active, [])).toEqual({ restarting: ['web'], pausing: ['preview'] });
  expect(affectedProjects(active, [{ ref: 'web', is_branch: true }])).toEqual({ restarting: ['web'], pausing: ['preview'] });
});

it('says when the change happens, and for partners what it means', () => {
  expect(timingWords(null, null)).toBe('The change happens as soon as you have confirmed it.');
  expect(timingWords('fly', 1_764_547_200)).toBe(
    'The change takes effect at the end of the billing cycle, on Dec 01, 2025. Until then nothing changes. This organization is billed through Fly.io.',
  );
  expect(timingWords('aws_marketplace', null)).toMatch(/the cost is deducted from the credit balance\.$/);
  expect(timingWords('vercel_marketplace', null)).toMatch(/billed through Vercel Marketplace\.$/);
});
