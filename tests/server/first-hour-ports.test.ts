import { expect, it } from 'vitest';
import { portsIn } from '#tests/support/first-hour/ports.ts';

const free = { isFreePort: () => Promise.resolve(true), freePort: () => Promise.resolve(20_000) };

it('takes the ports of the README unless others are asked for', async () => {
  expect(await portsIn([], free)).toEqual({ processPorts: [4101, 4102], frontPort: 4443 });
  expect(await portsIn(['--front', 'auto', '--ports', '5001, 5002'], free)).toEqual({ processPorts: [5001, 5002], frontPort: 20_000 });
});

it('refuses a port in use before anything is started, and words that name none', async () => {
  const used = { ...free, isFreePort: (port: number) => Promise.resolve(port !== 4102) };
  await expect(portsIn([], used)).rejects.toThrow(/^Port 4102 is in use; choose others/);
  await expect(portsIn(['--ports', 'x,y'], free)).rejects.toThrow(/^x is not a port/);
  await expect(portsIn(['--fort', '1'], free)).rejects.toThrow(/--fort/);
});
