import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { alertCases, type AlertCase, type Series } from '#tests/support/alert-cases.ts';

// Validates the deployed files with promtool, and evaluates each alert rule against the time series of `alert-cases.ts`.

const home = 'src/server/deploy';
interface Rule {
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
const { groups } = parse(readFileSync(`${home}/alerts.yaml`, 'utf8')) as { groups: { name: string; rules: Rule[] }[] };
const alerts = groups.flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));
const minutes = (time: string): number => Number.parseInt(time, 10) * (time.endsWith('h') ? 60 : 1);

/**
 * Creates a promtool test. If `fires` is true, the rule must fire at minute `after`. A rule with a `for` duration must not fire one minute
 * before that duration ends. If `fires` is false, the rule must not fire at minute `after`.
 */
function played(rule: Rule, { labels = {}, after = 40, step }: AlertCase, figures: Series, fires: boolean): object {
  const at = (minute: number, isExpected: boolean): object => ({
    eval_time: `${minute}m`,
    alertname: rule.alert,
    exp_alerts: isExpected ? [{ exp_labels: { ...labels, ...rule.labels }, exp_annotations: rule.annotations }] : [],
  });
  const early = rule.for === undefined ? [] : [at(minutes(rule.for) - 1, false)];
  return {
    interval: step?.figures ?? '1m',
    input_series: Object.entries(figures).map(([series, values]) => ({ series, values })),
    alert_rule_test: [...(fires ? early : []), at(after, fires)],
  };
}

it('every alert has figures that make it fire, and others that must not', () => {
  expect(Object.keys(alertCases)).toEqual(alerts.map(({ alert }) => alert));
  for (const [alert, { silent }] of Object.entries(alertCases)) expect([alert, silent.length > 0]).toEqual([alert, true]);
});

it('every alert leads to its heading in the runbook', () => {
  const headings = [...readFileSync(`${home}/RUNBOOK.md`, 'utf8').matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name.toLowerCase());
  for (const { alert, annotations } of alerts) {
    const [, anchor = ''] = annotations['runbook_url']?.split('/RUNBOOK.md#') ?? [];
    expect([anchor, headings]).toEqual([alert?.toLowerCase(), expect.arrayContaining([anchor])]);
  }
});

it('Kubernetes has the same rules', async () => {
  const file = `${home}/kubernetes/monitoring.yaml`;
  const [head = ''] = readFileSync(file, 'utf8').split(/(?<=\nspec:\n)(?= {2}groups:)/);
  const [, rules = ''] = readFileSync(`${home}/alerts.yaml`, 'utf8').split(/^(?=groups:)/m);
  await expect(head + rules.replace(/^(?=.)/gm, '  ')).toMatchFileSnapshot(`../../${file}`);
});

describe.skipIf(spawnSync('promtool', ['--version']).error !== undefined)('by promtool', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'billing-alerts-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const faultsOf = (rules: readonly Rule[], fires: boolean): string | null => {
    const files = rules.map((rule, index) => {
      const { rules: all = [] } = groups.find(({ rules: groupRules }) => groupRules.some(({ alert }) => alert === rule.alert)) ?? {};
      const alone = { name: 'one', rules: [...all.filter(({ alert }) => alert === undefined), rule] };
      writeFileSync(join(folder, `rule-${index}.yaml`), stringify({ groups: [alone] }));
      const one = alertCases[rule.alert ?? ''] as AlertCase;
      const tests = (fires ? [one.fires] : one.silent).map((figures) => played(rule, one, figures, fires));
      const file = { rule_files: [`rule-${index}.yaml`], evaluation_interval: one.step?.evaluation ?? '1m', tests };
      writeFileSync(join(folder, `test-${index}.yaml`), stringify(file, { aliasDuplicateObjects: false }));
      return `test-${index}.yaml`;
    });
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...files], { cwd: folder, encoding: 'utf8' });
    return status === 0 ? null : stdout + stderr;
  };

  /** Returns promtool's errors for a configuration, or null. Creates the files that the configuration references, except `missing`. */
  function configFaults(name: string, missing: readonly string[] = []): string | null {
    const place = mkdtempSync(join(folder, 'config-'));
    const text = readFileSync(join(home, name), 'utf8').replaceAll('/etc/prometheus/', `${place}/`);
    for (const [file] of text.matchAll(new RegExp(`${place}/[\\w.-]+`, 'g')))
      if (!missing.includes(basename(file)))
        writeFileSync(file, basename(file) === 'alerts.yaml' ? readFileSync(`${home}/alerts.yaml`) : 'secret');
    writeFileSync(join(place, 'checked.yml'), text);
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'config', join(place, 'checked.yml')], { encoding: 'utf8' });
    return status === 0 ? null : stdout + stderr;
  }

  it('the rules and the configurations are well formed', () => {
    expect(execFileSync('promtool', ['check', 'rules', `${home}/alerts.yaml`], { encoding: 'utf8' })).toContain(`SUCCESS`);
    for (const name of ['prometheus.yml', 'patroni/prometheus.yml']) expect([name, configFaults(name)]).toEqual([name, null]);
  });

  it('a configuration that names a file which is not there is noticed', () => {
    expect(configFaults('prometheus.yml', ['billing-metrics-token'])).toMatch(/billing-metrics-token.*no such file/s);
    expect(configFaults('prometheus.yml', ['alerts.yaml'])).toMatch(/alerts\.yaml/);
  });

  it('every alert fires after its time and not before', () => {
    expect(faultsOf(alerts, true)).toBeNull();
  }, 120_000);

  it('every alert stays silent where nothing is wrong', () => {
    expect(faultsOf(alerts, false)).toBeNull();
  }, 120_000);

  it('an alert without its floor is noticed', () => {
    const floored = ['RequestsFail', 'GatewayFails', 'WebhooksFail', 'MailsFail', 'PageReadsBurnFast', 'MoneyWritesBurnSlow'];
    for (const rule of alerts.filter(({ alert }) => floored.includes(alert ?? ''))) {
      const bare = { ...rule, expr: rule.expr.replace(/\s+and sum[^"]*?increase.*$/s, '') };
      expect([rule.alert, bare.expr === rule.expr]).toEqual([rule.alert, false]);
      expect([rule.alert, faultsOf([bare], false) ?? '']).toEqual([rule.alert, expect.stringContaining(rule.alert ?? '')]);
    }
  }, 120_000);
});
