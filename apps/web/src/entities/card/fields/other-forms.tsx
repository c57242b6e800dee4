import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';

interface OtherFormsProps {
  /** The field's present value. */
  value: string;
  /** The scanned value. */
  read: string | undefined;
  /** Other forms of the value on the document. */
  forms: readonly string[];
  onChoose: (text: string) => void;
}

/**
 * The same name in the other script, as on many cards: one press puts it into the field, another
 * one back.
 */
export function OtherForms({ value, read, forms, onChoose }: OtherFormsProps) {
  const { t } = useTranslation();
  const all = read === undefined ? [] : [read, ...forms];
  // After a manual correction no suggestion is offered.
  if (!all.includes(value)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-ink-soft text-xs">
      {all
        .filter((text) => text !== value)
        .map((text) => (
          <span key={text} className="flex min-w-0 items-center gap-x-1">
            <span className="shrink-0">{t('scan.alsoPrinted')}</span>
            <Button
              variant="link"
              size="inline"
              className="min-w-0 shrink py-1 text-start"
              aria-label={t('scan.useOther', { text })}
              onClick={() => onChoose(text)}
            >
              <bdi>{text}</bdi>
            </Button>
          </span>
        ))}
    </div>
  );
}
