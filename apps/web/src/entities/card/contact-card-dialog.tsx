import { ContactRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { type CardPerson, ContactCard } from './contact-card.tsx';
import { useSaveContact } from './save-contact.ts';

interface ContactCardDialogProps {
  /** With the `id` of a profile; a scanned card has none. */
  person: CardPerson & { id?: string };
  /** The dialog's title; by default it names the person. */
  title?: string;
  description?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** More to do with this person, beside saving the contact. */
  actions?: ReactNode;
  /** The rarely used actions at the bottom. */
  footer?: ReactNode;
}

/** A person's full card, with the ways to save it. */
export function ContactCardDialog({
  person,
  title,
  description,
  open,
  onOpenChange,
  actions,
  footer,
}: ContactCardDialogProps) {
  const { t } = useTranslation();
  const saveContact = useSaveContact();
  const name = person.name || t('chat.someone');
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={title ?? t('contactCard.title')} description={description}>
        <ContactCard person={person} />
        <div className="mt-4 flex flex-wrap gap-2 *:flex-1 *:basis-36">
          <Button
            variant={actions ? 'secondary' : 'primary'}
            onClick={() => void saveContact({ ...person, name }, person.id)}
          >
            <ContactRound aria-hidden="true" className="size-4.5" />
            {t('chat.saveContact')}
          </Button>
          {actions}
        </div>
        {footer}
      </DialogContent>
    </Dialog>
  );
}
