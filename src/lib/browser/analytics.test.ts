import { afterEach, expect, it, vi } from 'vitest';
import {
  consoleAnalytics,
  eventsPath,
  recordEvent,
  relayAnalytics,
  sendEventsTo,
  silentAnalytics,
  type AnalyticsEvent,
} from './analytics.ts';

const opened: AnalyticsEvent = { name: 'plan_panel_opened', organization: 'acme', origin: 'fairUseRestricted' };

afterEach(() => {
  sendEventsTo(silentAnalytics);
  vi.unstubAllGlobals();
});

it('keeps nothing unless somebody wants it', () => {
  const console = vi.spyOn(globalThis.console, 'info').mockImplementation(() => undefined);
  recordEvent(opened);
  expect(console).not.toHaveBeenCalled();
});

it('sends events where it is told to', () => {
  const seen: AnalyticsEvent[] = [];
  sendEventsTo((event) => seen.push(event));
  recordEvent(opened);
  expect(seen).toEqual([opened]);
});

it('writes them to the console by name', () => {
  const console = vi.spyOn(globalThis.console, 'info').mockImplementation(() => undefined);
  sendEventsTo(consoleAnalytics);
  recordEvent(opened);
  expect(console).toHaveBeenCalledWith('analytics: plan_panel_opened', '{"organization":"acme","origin":"fairUseRestricted"}');
});

it('never lets a failing place disturb the page', () => {
  sendEventsTo(() => {
    throw new Error('unreachable');
  });
  expect(() => recordEvent(opened)).not.toThrow();
});

it('gives them to our server so that they arrive though the page is left', async () => {
  const beacons: [string, Blob][] = [];
  vi.stubGlobal('navigator', { sendBeacon: (path: string, body: Blob) => beacons.push([path, body]) > 0 });
  sendEventsTo(relayAnalytics);
  recordEvent(opened);
  expect([beacons[0]?.[0], beacons[0]?.[1].type, JSON.parse((await beacons[0]?.[1].text()) ?? '')]).toEqual([
    eventsPath,
    'application/json',
    opened,
  ]);
});

it('gives them to the page around it, where that asks for them', () => {
  const [ownListener, hosts] = [vi.fn(), vi.fn()];
  vi.stubGlobal('window', { billingAnalytics: hosts });
  sendEventsTo(ownListener);
  recordEvent(opened);
  expect([ownListener.mock.calls, hosts.mock.calls]).toEqual([[], [[opened]]]);
});
