import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { Tooltip } from '@/shared/ui/overlay/tooltip.tsx';

// Loaded when it is first opened.
const loadSheet = async () => (await import('./catalogue-sheet.tsx')).CatalogueSheet;

/** The catalogue of the writer's booth. */
export interface Catalogue {
  ownerId: string;
  /** Resolves when the message is kept. */
  send: (item: CatalogueItem) => Promise<void>;
}

/** The button in the empty field that opens the booth's catalogue. */
export function CatalogueButton({ catalogue, className }: { catalogue: Catalogue; className: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const CatalogueSheet = useLazyComponent(isOpen, loadSheet, () => setOpen(false));
  return (
    <>
      <Tooltip text={t('catalogue.open')}>
        <button
          type="button"
          aria-label={t('catalogue.open')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
          className={className}
        >
          <BookOpen aria-hidden="true" className="size-5" />
        </button>
      </Tooltip>
      {CatalogueSheet && (
        <CatalogueSheet
          ownerId={catalogue.ownerId}
          onSend={(item) => void catalogue.send(item)}
          open={isOpen}
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}
