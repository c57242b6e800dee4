import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { openLeadPanel } from '@/entities/lead/lead-panel.ts';
import { localDay } from '@/shared/format/local-day.ts';
import type { ListedLead } from '../model/lead-filters.ts';
import type { PendingLeads } from '../model/lead-outbox.ts';
import { LeadRow } from './lead-row.tsx';

interface LeadListProps {
  label: string;
  rows: readonly ListedLead[];
  pending: PendingLeads;
}

/** The rows; the arrow keys, Home and End walk through them. */
export function LeadList({ label, rows, pending }: LeadListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const today = localDay();

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (!step || !list.current) return;
    event.preventDefault();
    const buttons = leadRows(list.current);
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  }

  return (
    <ul
      ref={list}
      aria-label={label}
      data-lead-list
      onKeyDown={onKeyDown}
      className="overflow-hidden rounded-card border bg-surface"
    >
      {rows.map((lead) => (
        <li key={lead.person_id} className="border-t first:border-t-0">
          <LeadRow
            lead={lead}
            waiting={pending.has(lead.person_id)}
            today={today}
            onOpen={() =>
              openLeadPanel({ ...lead, id: lead.person_id, name: lead.name || t('chat.someone') })
            }
          />
        </li>
      ))}
    </ul>
  );
}

/** @returns the rows within an element, as one walks through them. */
export function leadRows(within: ParentNode): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('[data-lead-row]')];
}
