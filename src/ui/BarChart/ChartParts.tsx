import { Group } from '@visx/group';
import { BarStack, Line } from '@visx/shape';
import { ChartPattern, seriesFill, seriesStep } from './ChartPattern.tsx';
import type { ChartPoint, ChartScales, ValueScale } from './chart-scales.ts';
import styles from './BarChart.module.css';

export function ChartGrid({
  scales: { ticks, edge, width, text, y },
  tickWords,
}: {
  scales: ValueScale & { readonly width: number };
  tickWords: (value: number) => string;
}) {
  return ticks.map((tick) => (
    <Group key={tick} top={y(tick)}>
      <Line from={{ x: edge, y: 0 }} to={{ x: width, y: 0 }} className={(tick === 0 ? styles.base : styles.grid) ?? ''} />
      <text x={edge - text / 2} dy={text / 3} className={styles.tick} data-side="start">
        {tickWords(tick)}
      </text>
    </Group>
  ));
}

export interface ChartBarsProps {
  id: string;
  points: readonly ChartPoint[];
  series: readonly string[];
  scales: ChartScales;
}

export function ChartBars({ id, points, series, scales: { x, y } }: ChartBarsProps) {
  return (
    <BarStack
      data={[...points]}
      keys={series.map((_, index) => index)}
      value={({ values }, index) => values[index] ?? 0}
      x={(each) => each.id}
      xScale={x}
      yScale={y}
      offset="diverging"
      color={(index) => seriesFill(id, seriesStep(index, series.length))}
    >
      {(stacks) =>
        stacks.flatMap(({ index: part, bars }) =>
          bars
            .filter((bar) => bar.height > 0)
            .map((bar) => (
              <rect
                key={`${part} ${bar.index}`}
                data-series={seriesStep(part, series.length)}
                className={styles.bar}
                x={bar.x}
                y={bar.y}
                width={bar.width}
                height={bar.height}
                fill={bar.color}
              />
            )),
        )
      }
    </BarStack>
  );
}

export interface ChartColumnsProps {
  points: readonly ChartPoint[];
  chosen: number;
  scales: ChartScales;
  onChoose: (index: number) => void;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Outline around the stacked bar of the chosen point, above and below zero. */
function ChosenOutline({ point, scales: { x, y } }: { point: ChartPoint; scales: ChartScales }) {
  const top = y(sumOf(point.values.filter((value) => value > 0)));
  const bottom = y(sumOf(point.values.filter((value) => value < 0)));
  return <rect className={styles.chosen} x={(x(point.id) ?? 0) - 2} y={top - 2} width={x.bandwidth() + 4} height={bottom - top + 4} />;
}

export function ChartColumns({ points, chosen, scales, onChoose }: ChartColumnsProps) {
  const { x, text, height, labelEvery, middle } = scales;
  return points.map((each, index) => (
    <Group key={each.id}>
      {index === chosen && <ChosenOutline point={each} scales={scales} />}
      {/* The whole column reacts to the pointer, so that the pointer can easily reach low bars. */}
      <rect
        className={styles.column}
        x={(x(each.id) ?? 0) - 1}
        y={text / 2}
        width={x.bandwidth() + 2}
        height={height - text * 2.25}
        onPointerEnter={() => onChoose(index)}
      />
      {(points.length - 1 - index) % labelEvery === 0 && (
        <text x={middle(each)} y={height - text / 4} className={styles.tick}>
          {each.label}
        </text>
      )}
    </Group>
  ));
}

export function ChartLegend({ id, series, size }: { id: string; series: readonly string[]; size: number }) {
  return (
    <ul role="list" className={styles.legend}>
      {series.map((name, place) => {
        const index = seriesStep(place, series.length);
        return (
          <li key={name} className={styles.part}>
            <svg className={styles.sample} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
              <ChartPattern id={`${id}legend${index}`} index={index} size={size / 2} />
              <rect data-series={index} className={styles.bar} width={size} height={size} fill={seriesFill(`${id}legend`, index)} />
            </svg>
            {name}
          </li>
        );
      })}
    </ul>
  );
}
