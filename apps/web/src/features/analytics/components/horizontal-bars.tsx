import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useTranslation } from 'react-i18next';
import { Truncated } from '@/shared/ui/truncated.tsx';
import { type ChartColor, Legend } from './legend.tsx';

interface BarSeries {
  name: string;
  color: ChartColor;
}

interface HorizontalBarsProps {
  series: readonly BarSeries[];
  rows: ReadonlyArray<{ id: string; name: string; values: readonly number[] }>;
  formatNumber: (value: number) => string;
}

const BAR_HEIGHT = 9;
const FULL = 100;

/** A horizontal bar chart with one shared scale. */
export function HorizontalBars({ series, rows, formatNumber }: HorizontalBarsProps) {
  const most = Math.max(1, ...rows.flatMap(({ values }) => values));
  return (
    <>
      {series.length > 1 && <Legend series={series} />}
      <ul className="mt-3 grid gap-3.5">
        {rows.map(({ id, name, values }) => (
          <li key={id}>
            <div className="flex items-baseline justify-between gap-3 text-sm">
              <Truncated className="min-w-0 page-aligned">{name}</Truncated>
              <span className="shrink-0 font-semibold tabular-nums">
                {values.map((value) => formatNumber(value)).join(' / ')}
              </span>
            </div>
            <div className="mt-1 grid gap-0.5">
              {series.map(({ name: label, color }, index) => (
                <HorizontalBar key={label} value={values[index] ?? 0} most={most} color={color} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** One bar on its track; it begins where lines begin. */
export function HorizontalBar({ value, most, color }: { value: number; most: number; color: ChartColor }) {
  const { i18n } = useTranslation();
  const scale = scaleLinear<number>({ domain: [0, Math.max(1, most)], range: [0, FULL], clamp: true });
  const width = scale(value);
  return (
    <svg aria-hidden="true" width="100%" height={BAR_HEIGHT} className="block overflow-hidden rounded-full">
      <Bar width="100%" height={BAR_HEIGHT} className="fill-sunken" />
      <Bar
        x={i18n.dir() === 'rtl' ? `${FULL - width}%` : 0}
        width={`${width}%`}
        height={BAR_HEIGHT}
        rx={BAR_HEIGHT / 2}
        style={{ fill: `var(--chart-${color})` }}
      />
    </svg>
  );
}
