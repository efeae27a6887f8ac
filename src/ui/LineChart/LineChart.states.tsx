import { LineChart } from './LineChart.tsx';
import type { LinePoint } from './line-scales.ts';

const day = 86_400;
const dollars = (value: number): string => `$${value}`;

const pointOf = (index: number, values: readonly (number | null)[], words?: string): LinePoint => ({
  id: String(index),
  at: index * day,
  label: `Nov ${index + 1}`,
  words: `Nov ${index + 1}: ${words ?? values.map((value) => dollars(value ?? 0)).join(', ')}`,
  values,
});

const spent = Array.from({ length: 20 }, (_, index) => pointOf(index, [25 + index * index]));
const end = { ...pointOf(29, [null], '$640 expected'), id: 'end' };

export const states = {
  'spent, forecast and limit': () => (
    <LineChart
      label="Next invoice"
      series={['Spent']}
      hasArea
      points={[...spent, end]}
      forecast={{ low: 480, expected: 640, high: 780 }}
      limit={{ value: 500, words: 'Limit $500' }}
      today="Today $386"
      tickWords={dollars}
    />
  ),
  'a limit too high to draw': () => (
    <LineChart
      label="Next invoice"
      series={['Spent']}
      hasArea
      points={[...spent, end]}
      forecast={{ low: 480, expected: 640, high: 780 }}
      limit={{ value: 100_000, words: 'Limit $100,000' }}
      tickWords={dollars}
    />
  ),
  'a line per project': () => (
    <LineChart
      label="Egress by project"
      series={['streaming-api', 'live-chat', 'editorial', 'archive', 'search']}
      points={Array.from({ length: 12 }, (_, index) => pointOf(index, [60 + index, 50 - index, 20, index * 4, index === 5 ? null : 8]))}
      tickWords={String}
    />
  ),
  'a balance': () => (
    <LineChart
      label="Credit balance"
      series={['Balance']}
      hasArea
      isStepped
      points={[100, 60, -20, 80].map((value, index) => pointOf(index * 3, [value]))}
      tickWords={dollars}
    />
  ),
  'right to left': () => (
    <div dir="rtl">
      <LineChart label="יתרה" series={['יתרה']} points={[100, 60].map((value, index) => pointOf(index, [value]))} tickWords={dollars} />
    </div>
  ),
};
