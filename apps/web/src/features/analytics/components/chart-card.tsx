import { CSV_MEDIA_TYPE } from '@dragoman/domain/csv';
import { ChartColumn, Download, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecordedDownload } from '@/entities/export/use-recorded-download.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Card } from '@/shared/ui/card.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { type ChartTable, chartCsv } from '../model/chart-table.ts';

interface ChartCardProps {
  title: string;
  text?: string;
  /** The chart's data; screen readers read it, and the CSV export contains it. */
  table: ChartTable;
  formatNumber: (value: number) => string;
  /** Name of the CSV file, without its ending. */
  fileName: string;
  className?: string;
  /** The picture. It is hidden from screen readers. */
  children: ReactNode;
}

/**
 * A chart with its other two forms: a table, which screen readers have at any rate, and a CSV file.
 */
export function ChartCard({
  title,
  text,
  table,
  formatNumber,
  fileName,
  className,
  children,
}: ChartCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const download = useRecordedDownload('analytics');
  const [asTable, setAsTable] = useState(false);
  const switchLabel = asTable ? t('analytics.asChart') : t('analytics.asTable');
  return (
    // While a window shrinks, a chart keeps its old width until the next render; the page must not
    // get wider.
    <Card className={cn('relative h-full min-w-0 overflow-x-clip p-4 sm:p-5', className)}>
      <section aria-labelledby={id} className="flex h-full flex-col">
        <header className="flex items-start justify-between gap-2 max-xs:flex-wrap">
          <div className="wrap-anywhere min-w-0 pt-2 max-xs:basis-full">
            <h2 id={id} className="font-semibold text-base">
              {title}
            </h2>
            {text && <p className="text-pretty text-ink-soft text-sm">{text}</p>}
          </div>
          <div className="-me-2 flex shrink-0">
            <Button
              variant="ghost"
              size="icon"
              aria-label={`${switchLabel}: ${title}`}
              title={switchLabel}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? (
                <ChartColumn aria-hidden="true" className="size-5" />
              ) : (
                <Table2 aria-hidden="true" className="size-5" />
              )}
            </Button>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`${t('analytics.csv')}: ${title}`}
              title={t('analytics.csv')}
              onClick={() =>
                void download({
                  name: `${fileName}.csv`,
                  content: chartCsv(table),
                  mediaType: CSV_MEDIA_TYPE,
                  format: 'csv',
                  items: table.rows.length,
                })
              }
            >
              <Download aria-hidden="true" className="size-5" />
            </Button>
          </div>
        </header>
        {!asTable && (
          <div aria-hidden="true" className="mt-3 flex-1">
            {children}
          </div>
        )}
        <DataTable table={table} title={title} formatNumber={formatNumber} visible={asTable} />
      </section>
    </Card>
  );
}

interface DataTableProps {
  table: ChartTable;
  title: string;
  formatNumber: (value: number) => string;
  visible: boolean;
}

function DataTable({ table: { columns, rows }, title, formatNumber, visible }: DataTableProps) {
  return (
    <div
      className={visible ? 'mt-3 max-h-96 overflow-auto' : 'sr-only'}
      // A part that scrolls is reached by keyboard.
      {...(visible && { tabIndex: 0, role: 'group', 'aria-label': title })}
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={cn(
                  'border-b py-2 ps-3 font-semibold first:ps-0',
                  index === 0 ? 'text-start' : 'text-end',
                )}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two codes may have one name, as may two hours in autumn.
            <tr key={index} className="border-b last:border-b-0">
              <th scope="row" className="max-w-48 break-words py-2 text-start font-normal">
                <bdi>{name}</bdi>
              </th>
              {values.map((value, column) => (
                <td key={columns[column + 1]} className="py-2 ps-3 text-end">
                  {value === null ? '–' : formatNumber(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
