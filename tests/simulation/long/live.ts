import { liveThroughStretches } from '#tests/support/long/live-through-stretches.ts';
import { SimulatedMailServer } from '#tests/simulation/email-life.ts';
import { simulate } from '#tests/simulation/simulate.ts';
import { openWorlds } from '#tests/simulation/worlds.ts';

const mails = process.env['RELIABILITY_MAILS'] ? new SimulatedMailServer() : undefined;
const hasDebts = process.env['RELIABILITY_DEBTS'] !== undefined;
const ground = { cluster: process.env['SIMULATION_CLUSTER'] ?? null, startImage: null };
const worlds = await openWorlds(ground, undefined, undefined, mails?.transport);
await liveThroughStretches(async (seed) => {
  const {
    charges,
    mails: emailCount,
    hoursWithoutEmail,
    attempts,
    ...simulated
  } = await simulate(worlds, seed, {
    hasDebts,
    ...(mails ? { mails } : {}),
  });
  const counted = {
    charges,
    ...(mails ? { mails: emailCount, 'hours without a mail server': hoursWithoutEmail } : {}),
    ...(hasDebts ? { 'attempts on unpaid invoices': attempts } : {}),
  };
  return { ...simulated, counted };
});
await worlds.close();
process.disconnect();
