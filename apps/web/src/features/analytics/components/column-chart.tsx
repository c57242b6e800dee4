import { AxisBottom, AxisLeft, AxisRight } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, BarRounded, LinePath } from '@visx/shape';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelStep } from '../model/figures.ts';
import { type ChartColor, Legend, Swatch } from './legend.tsx';

export interface ColumnSeries {
  name: string;
  color: ChartColor;
  values: readonly number[];
}

interface ColumnChartProps {
  /** The labels below the columns. */
  steps: readonly string[];
  /** Columns beside each other at every step. */
  columns: readonly ColumnSeries[];
  /** Drawn over them, as a line of dots. */
  line?: ColumnSeries | undefined;
  formatNumber: (value: number) => string;
  /** Width of a label of the lower axis, px of ordinary text. */
  labelRoom?: number;
}

const HEIGHT = 224;
/** Those that hold labels, px of ordinary text, grow with the text. */
const MARGIN = { top: 10, bottom: 30, axis: 40, other: 6 };
const TICKS = 4;
const ROUNDING = 3;
const TICK_TEXT = 'fill-ink-soft text-xs tabular-nums';

/** Columns over time or over classes. Time runs in the direction of reading. */
export function ColumnChart({ steps, columns, line, formatNumber, labelRoom = 46 }: ColumnChartProps) {
  const { i18n } = useTranslation();
  const rtl = i18n.dir() === 'rtl';
  const box = useRef<HTMLDivElement>(null);
  const { width, textScale } = useRoom(box);
  const [pointed, setPointed] = useState<number | null>(null);

  const axisRoom = MARGIN.axis * textScale;
  const stepRoom = MARGIN.bottom * textScale;
  const inner = Math.max(0, width - axisRoom - MARGIN.other);
  const bottom = HEIGHT - MARGIN.top - stepRoom;
  const all = [...columns, ...(line ? [line] : [])];
  const highest = Math.max(TICKS, ...all.flatMap(({ values }) => values));
  const y = scaleLinear<number>({ domain: [0, highest], range: [bottom, 0], nice: TICKS });
  const indexes = steps.map((_, index) => index);
  const x = scaleBand<number>({ domain: indexes, range: rtl ? [inner, 0] : [0, inner], padding: 0.24 });
  const slot = x.bandwidth() / columns.length;
  const every = labelStep(steps.length, inner, labelRoom * textScale);
  const middle = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const Axis = rtl ? AxisRight : AxisLeft;

  return (
    <>
      <Legend series={all} lineName={line?.name} />
      <div
        ref={box}
        className="relative mt-2"
        style={{ height: HEIGHT }}
        onPointerLeave={() => setPointed(null)}
      >
        {inner > 0 && (
          <svg
            aria-hidden="true"
            width={width}
            height={HEIGHT}
            className="block select-none overflow-visible"
          >
            <Group left={rtl ? MARGIN.other : axisRoom} top={MARGIN.top}>
              <GridRows scale={y} width={inner} numTicks={TICKS} stroke="var(--line)" />
              {pointed !== null && (
                <Bar
                  x={(x(pointed) ?? 0) - (x.step() - x.bandwidth()) / 2}
                  width={x.step()}
                  height={bottom}
                  className="fill-sunken"
                />
              )}
              {columns.map(({ name, color, values }, place) =>
                values.map((value, index) => (
                  <BarRounded
                    // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name.
                    key={`${name} ${index}`}
                    x={(x(index) ?? 0) + (rtl ? columns.length - 1 - place : place) * slot}
                    y={y(value)}
                    width={Math.max(1, slot - (columns.length > 1 ? 1 : 0))}
                    height={bottom - y(value)}
                    radius={Math.min(ROUNDING, slot / 2, bottom - y(value))}
                    top
                    style={{ fill: `var(--chart-${color})` }}
                  />
                )),
              )}
              {line && (
                <>
                  <LinePath
                    data={[...line.values]}
                    x={(_, index) => middle(index)}
                    y={(value) => y(value)}
                    style={{ stroke: `var(--chart-${line.color})` }}
                    strokeWidth={2}
                    strokeDasharray="4 3"
                  />
                  {line.values.map((value, index) => (
                    <circle
                      // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name.
                      key={index}
                      cx={middle(index)}
                      cy={y(value)}
                      r={2.5}
                      style={{ fill: `var(--chart-${line.color})` }}
                    />
                  ))}
                </>
              )}
              <Axis
                left={rtl ? inner : 0}
                scale={y}
                numTicks={TICKS}
                hideAxisLine
                hideTicks
                tickComponent={({ x: tickX, y: tickY, formattedValue }) => (
                  <text
                    x={tickX}
                    y={tickY}
                    dx={rtl ? 4 : -4}
                    dy="0.32em"
                    // The end is on the left where the page runs from right to left.
                    textAnchor="end"
                    className={TICK_TEXT}
                  >
                    {formattedValue}
                  </text>
                )}
                tickFormat={(value) => (Number.isInteger(Number(value)) ? formatNumber(Number(value)) : '')}
              />
              <AxisBottom
                top={bottom}
                scale={x}
                tickValues={indexes.filter((index) => index % every === 0)}
                stroke="var(--line-strong)"
                hideTicks
                tickComponent={({ x: tickX, y: tickY, formattedValue }) => (
                  <text x={tickX} y={tickY} dy="0.6em" textAnchor="middle" className={TICK_TEXT}>
                    {formattedValue}
                  </text>
                )}
                tickFormat={(index) => steps[index] ?? ''}
              />
              {indexes.map((index) => (
                <Bar
                  key={index}
                  x={(x(index) ?? 0) - (x.step() - x.bandwidth()) / 2}
                  width={x.step()}
                  height={bottom + stepRoom}
                  fill="transparent"
                  onPointerEnter={() => setPointed(index)}
                  onPointerDown={() => setPointed(index)}
                />
              ))}
            </Group>
          </svg>
        )}
        {pointed !== null && (
          <Readout
            name={steps[pointed] ?? ''}
            series={all}
            index={pointed}
            // Away from the finger, in the half where it is not.
            atEnd={pointed < steps.length / 2}
            formatNumber={formatNumber}
          />
        )}
      </div>
    </>
  );
}

interface ReadoutProps {
  name: string;
  series: readonly ColumnSeries[];
  index: number;
  atEnd: boolean;
  formatNumber: (value: number) => string;
}

function Readout({ name, series, index, atEnd, formatNumber }: ReadoutProps) {
  return (
    <div
      className={`pointer-events-none absolute top-1 rounded-control border bg-surface px-3 py-2 text-xs shadow-soft ${atEnd ? 'end-2' : 'start-12'}`}
    >
      <p className="font-semibold">{name}</p>
      {series.map(({ name: label, color, values }) => (
        <p key={label} className="flex items-center gap-2">
          <Swatch color={color} />
          <span className="text-ink-soft">{label}</span>
          <span className="ms-auto ps-3 font-semibold tabular-nums">{formatNumber(values[index] ?? 0)}</span>
        </p>
      ))}
    </div>
  );
}

interface Room {
  /** Of the element, px. */
  width: number;
  /** The text size that the user chose, beside the ordinary one of 16 px. */
  textScale: number;
}

const ORDINARY_TEXT = 16;

/** Measures an element at first and whenever its size changes; its width is 0 before that. */
function useRoom(element: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ width: 0, textScale: 1 });
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const measure = () => {
      const { fontSize } = getComputedStyle(document.documentElement);
      setRoom({ width: watched.clientWidth, textScale: Number.parseFloat(fontSize) / ORDINARY_TEXT });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
