import { FileText, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeBaseDocument } from '@/shared/api/database-types.ts';
import { formatShortDate } from '@/shared/format/format-date.ts';
import { Button } from '@/shared/ui/button.tsx';

interface DocumentListProps {
  documents: readonly KnowledgeBaseDocument[];
  onDelete: (document: KnowledgeBaseDocument) => void;
}

/** The stored documents, the newest first. */
export function DocumentList({ documents, onDelete }: DocumentListProps) {
  const { t, i18n } = useTranslation();
  return (
    <ul className="divide-y rounded-card border bg-surface">
      {documents.map((document) => (
        <li key={document.id} className="flex items-center gap-3 py-2.5 ps-4 pe-2">
          <FileText aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere font-semibold">
              <bdi>{document.title}</bdi>
            </p>
            <p className="flex flex-wrap gap-x-3 text-ink-soft text-xs tabular-nums">
              {document.pages > 1 && <span>{t('material.pages', { count: document.pages })}</span>}
              <span>{t('material.characters', { count: document.characters })}</span>
              <bdi>{formatShortDate(document.created_at, i18n.language)}</bdi>
            </p>
          </div>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('material.delete', { title: document.title })}
            onClick={() => onDelete(document)}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
