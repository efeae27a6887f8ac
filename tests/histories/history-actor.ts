import type { TestPlatform } from '#tests/support/platform.ts';
import type { Random } from '#tests/support/random.ts';
import * as changes from './change-acts.ts';
import { handOn, type Act, type Hand } from './hand.ts';
import * as limits from './limit-acts.ts';
import * as money from './money-acts.ts';
import * as usage from './usage-acts.ts';

export type Step = readonly [name: string, act: Act];

const steps: readonly (readonly [weight: number, ...step: Step])[] = [
  [6, 'usage', usage.reportUsage],
  [1, 'correction', usage.correctUsage],
  [2, 'preview', changes.previewChange],
  [5, 'change', changes.changePlan],
  [2, 'change as quoted', changes.changeAsQuoted],
  [1, 'many changes', changes.changeManyTimes],
  [2, 'challenge', changes.answerChallenge],
  [1, 'cancel', changes.cancelChange],
  [2, 'top-up', money.topUp],
  [2, 'card', money.chooseCard],
  [1, 'refund', money.refundByStaff],
  [1, 'refund at the gateway', money.refundAtGateway],
  [1, 'forgive', money.forgiveInvoice],
  [2, 'verdict', money.closeDispute],
  [1, 'goodwill', money.giveGoodwill],
  [2, 'pay', money.payInvoice],
  [2, 'limit', limits.setAnyLimit],
  [1, 'no limit', limits.removeAnyLimit],
];

const preview = (tier: 'tier_free' | 'tier_pro' | 'tier_team'): Step => ['preview', changes.previewTo(tier)];
const change = (tier: 'tier_free' | 'tier_pro' | 'tier_payg' | 'tier_team'): Step => ['change', changes.changePlanTo(tier)];
const asQuoted: Step = ['change as quoted', changes.changeAsQuoted];
const egress: Step = ['egress', usage.useMuchEgress];
const usageNow: Step = ['usage', usage.reportUsage];
const goodwill: Step = ['goodwill', money.giveGoodwill];
const limitOf = (cents: number): Step => ['limit', limits.setLimitOf(cents)];
const noLimit: Step = ['no limit', limits.removeLimit];
const challenge: Step = ['challenge', changes.answerChallenge];

/** Sequences of actions that try to pay less. The actor mixes them with other actions. */
const plots: readonly (readonly Step[])[] = [
  [preview('tier_pro'), egress, asQuoted],
  [preview('tier_free'), egress, asQuoted],
  [preview('tier_team'), egress, asQuoted, challenge],
  [change('tier_team'), change('tier_payg'), change('tier_team'), change('tier_free')],
  [change('tier_payg'), egress, change('tier_pro'), change('tier_payg'), change('tier_pro')],
  [change('tier_pro'), egress, change('tier_payg'), change('tier_pro')],
  [egress, change('tier_free'), usageNow, change('tier_payg')],
  [egress, preview('tier_team'), asQuoted, egress, limitOf(0), challenge],
  [limitOf(2000), egress, preview('tier_team'), asQuoted, egress, noLimit, egress, challenge],
  [limitOf(9000), egress, usageNow, egress],
  [goodwill, change('tier_payg'), change('tier_team')],
  [change('tier_team'), usageNow, change('tier_payg'), usageNow, usageNow],
];

const chanceOfPlot = 0.15;
const chanceToGoOn = 0.8;

export class HistoryActor {
  readonly hand: Hand;
  readonly trace: string[] = [];
  private plot: Step[] = [];
  private readonly aim: readonly Step[] | null;

  /** @param aim the sequence of actions that is repeated, mixed with random actions; null for random actions only */
  constructor(platform: TestPlatform, slug: string, random: Random, aim: readonly Step[] | null = null) {
    this.hand = handOn(platform, slug, random);
    this.aim = aim;
  }

  private next(): Step | undefined {
    const { random } = this.hand;
    if (this.plot.length === 0 && this.aim) this.plot = [...this.aim];
    else if (this.plot.length === 0 && random.chance(chanceOfPlot)) this.plot = [...random.pick(plots)];
    if (this.plot.length > 0 && random.chance(chanceToGoOn)) return this.plot.shift();
    let left = random.below(steps.reduce((sum, [weight]) => sum + weight, 0));
    const [, ...step] = steps.find(([weight]) => (left -= weight) < 0) ?? [];
    return step as Step | undefined;
  }

  async act(): Promise<void> {
    const [name, act] = this.next() ?? [];
    if (!name || !act) return;
    const at = this.hand.now();
    const came = await act(this.hand);
    if (came !== '') this.trace.push(`${at} ${name} ${came}`);
  }
}
