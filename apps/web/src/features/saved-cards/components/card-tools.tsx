import { CARD_FIELDS, type CardField } from '@dragoman/domain/cards/scanned-card';
import { VCARD_MEDIA_TYPE } from '@dragoman/domain/cards/vcard';
import { CSV_MEDIA_TYPE } from '@dragoman/domain/csv';
import { safeFileName } from '@dragoman/domain/file-name';
import { ContactRound, Sheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRecordedDownload } from '@/entities/export/use-recorded-download.ts';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { SearchField } from '@/shared/ui/form/search-field.tsx';
import { cardsAsCsv, cardsAsVCards, type ExportLabels } from '../model/card-exports.ts';

interface CardToolsProps {
  query: string;
  onQuery: (query: string) => void;
  /** Tags to choose from. */
  tags: readonly string[];
  tag: string | null;
  onTag: (tag: string | null) => void;
  /** The exported cards: the results of the search. */
  found: readonly ScannedCard[];
}

/** Search, tags, and the way out: an address book's file, or a table's. */
export function CardTools({ query, onQuery, tags, tag, onTag, found }: CardToolsProps) {
  const { t } = useTranslation();
  const labels = useExportLabels();
  const fileName = safeFileName(t('cardBox.title'), 'cards');
  const download = useRecordedDownload('cards');
  const items = found.length;
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <SearchField
            label={t('cardBox.search')}
            hint={t('cardBox.searchHint')}
            clearLabel={t('contacts.clearSearch')}
            value={query}
            onChange={onQuery}
          />
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button
            variant="secondary"
            disabled={found.length === 0}
            onClick={() =>
              void download({
                name: `${fileName}.vcf`,
                content: cardsAsVCards(found, labels),
                mediaType: VCARD_MEDIA_TYPE,
                format: 'vcard',
                items,
              })
            }
          >
            <ContactRound aria-hidden="true" className="size-4.5" />
            {t('cardBox.exportVCard')}
          </Button>
          <Button
            variant="secondary"
            disabled={found.length === 0}
            onClick={() =>
              void download({
                name: `${fileName}.csv`,
                content: cardsAsCsv(found, labels),
                mediaType: CSV_MEDIA_TYPE,
                format: 'csv',
                items,
              })
            }
          >
            <Sheet aria-hidden="true" className="size-4.5" />
            {t('cardBox.exportCsv')}
          </Button>
        </div>
      </div>
      {tags.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap gap-2">
          <legend className="sr-only">{t('cardBox.tagFilter')}</legend>
          {tags.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === tag}
              onClick={() => onTag(one === tag ? null : one)}
              className={cn(
                'min-h-11 rounded-full border px-4 font-semibold text-sm transition-colors duration-150',
                one === tag ? 'border-primary bg-primary-tint text-primary' : 'bg-surface hover:bg-sunken',
              )}
            >
              <bdi>{one}</bdi>
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** @returns what each field of a card is called. */
export function useFieldLabels(): Record<CardField, string> {
  const { t } = useTranslation();
  const labels = CARD_FIELDS.map((field) => [field, t(`profileForm.${field}`)]);
  return Object.fromEntries(labels) as Record<CardField, string>;
}

function useExportLabels(): ExportLabels {
  const { t } = useTranslation();
  return {
    ...useFieldLabels(),
    tags: t('cardBox.tags'),
    note: t('cardBox.note'),
    added: t('cardBox.added'),
  };
}
