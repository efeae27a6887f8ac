import { BarChart } from './BarChart.tsx';
import type { ChartPoint } from './chart-scales.ts';

const months = ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'];
const dollars = (value: number): string => `$${value}`;

const pointOf = (label: string, values: readonly number[]): ChartPoint => ({
  id: label,
  label,
  words: `${label}: ${dollars(values.reduce((sum, value) => sum + value, 0))}`,
  values,
});

const parts = ['Plan', 'Compute', 'Egress', 'Storage', 'Functions', 'Everything else'];

export const states = {
  'one series': () => (
    <BarChart
      label="Spend by day"
      series={['Spent']}
      points={months.map((month, index) => pointOf(month, [25 + index * 12]))}
      tickWords={dollars}
    />
  ),
  'six series': () => (
    <BarChart
      label="Invoices by group"
      series={parts}
      points={months.map((month, index) => pointOf(month, [25, 10 + index * 4, 8 * index, 12, 6, 3 + index]))}
      tickWords={dollars}
    />
  ),
  'amounts below nothing': () => (
    <BarChart
      label="Invoices with a correction"
      series={['Plan', 'Corrected usage']}
      points={months.map((month, index) => pointOf(month, [25, index === 3 ? -40 : 5]))}
      tickWords={dollars}
    />
  ),
  'one point': () => <BarChart label="One invoice" series={['Plan']} points={[pointOf('Nov', [0])]} tickWords={dollars} />,
  'right to left': () => (
    <div dir="rtl">
      <BarChart
        label="חשבוניות"
        series={['תוכנית', 'מחשוב']}
        points={months.map((month) => pointOf(month, [25, 10]))}
        tickWords={dollars}
      />
    </div>
  ),
};
