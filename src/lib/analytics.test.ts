import { afterEach, expect, it, vi } from 'vitest';
import { consoleAnalytics, record, sendEventsTo, silentAnalytics, type AnalyticsEvent } from './analytics.ts';

const opened: AnalyticsEvent = { name: 'plan_panel_opened', organization: 'acme', origin: 'fairUseRestricted' };

afterEach(() => sendEventsTo(silentAnalytics));

it('keeps nothing unless somebody wants it', () => {
  const console = vi.spyOn(globalThis.console, 'info').mockImplementation(() => undefined);
  record(opened);
  expect(console).not.toHaveBeenCalled();
});

it('sends events where it is told to', () => {
  const seen: AnalyticsEvent[] = [];
  sendEventsTo((event) => seen.push(event));
  record(opened);
  expect(seen).toEqual([opened]);
});

it('writes them to the console by name', () => {
  const console = vi.spyOn(globalThis.console, 'info').mockImplementation(() => undefined);
  sendEventsTo(consoleAnalytics);
  record(opened);
  expect(console).toHaveBeenCalledWith('analytics: plan_panel_opened', '{"organization":"acme","origin":"fairUseRestricted"}');
});

it('never lets a failing place disturb the page', () => {
  sendEventsTo(() => {
    throw new Error('unreachable');
  });
  expect(() => record(opened)).not.toThrow();
});
