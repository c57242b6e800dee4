import { writtenEmail } from '@dragoman/domain/assistant/assistant';
import { mailLink } from '@dragoman/domain/cards/contact-card';
import { type Language, textDirection } from '@dragoman/domain/languages';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { CopyButton } from './answer-text.tsx';

interface WrittenEmailProps {
  text: string;
  isWhole: boolean;
  language: Language;
  /** The address of the other person, if it is known. */
  to: string | null;
}

/** A drafted e-mail: the user copies it, or opens and sends it in their own mail program. */
export function WrittenEmailView({ text, isWhole, language, to }: WrittenEmailProps) {
  const { t } = useTranslation();
  const { subject, body } = writtenEmail(text);
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replace(/\n/g, '\r\n'))}`;
  return (
    <div className="space-y-3">
      <div
        lang={language}
        dir={textDirection(language)}
        className="wrap-anywhere rounded-card bg-translated px-4 py-3 text-start"
      >
        <p className="font-semibold">{subject}</p>
        <p className="mt-2 whitespace-pre-wrap">{body}</p>
      </div>
      {isWhole && (
        <div className="flex flex-wrap gap-3">
          <CopyButton text={`${subject}\n\n${body}`} />
          <Button asChild variant="secondary">
            <a href={`${mailLink(to) ?? 'mailto:'}?${query}`}>
              <Mail aria-hidden="true" className="size-4" />
              {t('assistant.email.open')}
            </a>
          </Button>
        </div>
      )}
    </div>
  );
}
