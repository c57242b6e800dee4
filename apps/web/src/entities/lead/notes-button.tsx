import { NotebookPen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Tooltip } from '@/shared/ui/overlay/tooltip.tsx';
import { type LeadPerson, openLeadPanel } from './lead-panel.ts';

/** Opens the user's notes on a person. */
export function NotesButton({ person }: { person: LeadPerson }) {
  const { t } = useTranslation();
  return (
    <Tooltip text={t('leads.notes')}>
      <Button
        variant="ghost"
        size="icon"
        aria-haspopup="dialog"
        aria-label={t('leads.notes')}
        onClick={() => openLeadPanel(person)}
      >
        <NotebookPen aria-hidden="true" className="size-5" />
      </Button>
    </Tooltip>
  );
}
