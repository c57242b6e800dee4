import { areTags, distinctTags, parseTags, TAG_LIMITS } from '@dragoman/domain/tags';
import { storableText } from '@dragoman/domain/text';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '@/shared/browser/is-composing.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { Input } from '@/shared/ui/form/input.tsx';

interface TagFieldProps {
  tags: readonly string[];
  /** The user's own tags so far, as suggestions. */
  known: readonly string[];
  onChange: (tags: string[]) => void;
}

/** The user's own words: added with Enter or a comma, removed with a tap. */
export function TagField({ tags, known, onChange }: TagFieldProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [text, setText] = useState('');
  const [invalid, setInvalid] = useState(false);

  function add(line = text): void {
    const next = distinctTags([...tags, ...parseTags(storableText(line))]);
    setInvalid(!areTags(next));
    if (!areTags(next)) return;
    setText('');
    if (next.length !== tags.length) onChange(next);
  }

  function write(value: string): void {
    setText(value);
    setInvalid(false);
    if (/[,，、،;；؛\n]$/.test(value)) add(value);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter that only ends an input method's word adds nothing.
    if (event.key === 'Enter' && !isComposing(event.nativeEvent)) {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && !text && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
  }

  return (
    <div className="grid gap-2">
      <Field
        label={t('leads.tags')}
        hint={t('leads.tagHint')}
        error={invalid ? t('cardBox.tagsInvalid') : undefined}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              dir="auto"
              list={listId}
              autoComplete="off"
              enterKeyHint="done"
              maxLength={TAG_LIMITS.length * 2}
              value={text}
              onChange={(event) => write(event.target.value)}
              onKeyDown={onKeyDown}
              onBlur={() => text.trim() && add()}
              {...control}
            />
            <Button variant="secondary" size="icon" aria-label={t('leads.addTag')} onClick={() => add()}>
              <Plus aria-hidden="true" className="size-5" />
            </Button>
          </div>
        )}
      </Field>
      <datalist id={listId}>
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      {tags.length > 0 && (
        <ul aria-label={t('leads.tags')} className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={t('leads.removeTag', { tag })}
                onClick={() => onChange(tags.filter((one) => one !== tag))}
                className="wrap-anywhere flex min-h-11 items-center gap-1.5 rounded-full border bg-primary-tint px-3.5 text-start font-semibold text-primary text-sm"
              >
                <bdi>{tag}</bdi>
                <X aria-hidden="true" className="size-4 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
