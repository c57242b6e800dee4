import { cn } from '@/shared/ui/cn.ts';

/** The tokens `--chart-*`: they differ in lightness too, for colour-blind users. */
export type ChartColor = 'scans' | 'joins' | 'before';

interface LegendProps {
  series: ReadonlyArray<{ name: string; color: ChartColor }>;
  /** The name of the series drawn as a line. */
  lineName?: string | undefined;
}

/** Explains the colours of a chart. */
export function Legend({ series, lineName }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
      {series.map(({ name, color }) => (
        <li key={name} className="flex items-center gap-1.5">
          <Swatch color={color} line={name === lineName} />
          {name}
        </li>
      ))}
    </ul>
  );
}

export function Swatch({ color, line }: { color: ChartColor; line?: boolean }) {
  return (
    <span
      className={cn('inline-block shrink-0', line ? 'h-0.5 w-4' : 'size-2.5 rounded-[3px]')}
      style={{ background: `var(--chart-${color})` }}
    />
  );
}
