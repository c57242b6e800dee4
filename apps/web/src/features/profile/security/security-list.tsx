import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { LoadingText } from '@/shared/ui/status/loading-text.tsx';

interface SecurityListProps<Item> {
  title: string;
  text: string;
  query: UseQueryResult<Item[]>;
  /** A row for each. */
  children: (item: Item) => ReactNode;
  /** Adds one. */
  action: ReactNode;
}

/** One kind of sign-in methods: an explanation, the existing ones, and a button to add one. */
export function SecurityList<Item>({ title, text, query, children, action }: SecurityListProps<Item>) {
  const { t } = useTranslation();
  const { data, isError } = query;
  return (
    <div className="grid justify-items-start gap-3">
      <div>
        <h3 className="font-semibold text-sm">{title}</h3>
        <p className="mt-1 text-ink-soft text-sm">{text}</p>
      </div>
      {!data && !isError && <LoadingText text={t('security.loading')} />}
      {!data && isError && <Alert tone="danger">{t('security.listFailed')}</Alert>}
      {data && data.length > 0 && (
        <ul aria-label={title} className="w-full rounded-card border text-sm">
          {data.map(children)}
        </ul>
      )}
      {action}
    </div>
  );
}

/** One row: a name, a note, and actions. */
export function SecurityRow({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-3 py-2 first:border-t-0">
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="wrap-anywhere page-aligned font-semibold">
          {name}
        </p>
        <p className="text-ink-soft text-xs">{note}</p>
      </div>
      {children}
    </li>
  );
}
