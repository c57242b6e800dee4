import type { JoinTarget } from '@dragoman/domain/join-target';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { Input } from '@/shared/ui/form/input.tsx';
import { typedTarget } from '../model/typed-link.ts';

/** The last way in: the link or the id of a session, typed or pasted. */
export function LinkForm({ onTarget }: { onTarget: (target: JoinTarget) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const target = typedTarget(input.current?.value ?? '');
    setRefused(!target);
    if (target) onTarget(target);
    else input.current?.focus();
  }

  return (
    <form onSubmit={submit} noValidate className="mt-5">
      <Field
        label={t('scanner.link')}
        hint={t('scanner.linkHint')}
        error={refused ? t('scanner.linkRefused') : undefined}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              ref={input}
              {...control}
              name="link"
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
              dir="ltr"
              onChange={() => setRefused(false)}
            />
            <Button type="submit" variant="secondary">
              {t('scanner.openLink')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
