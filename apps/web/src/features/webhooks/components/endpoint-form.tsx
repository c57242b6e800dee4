import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FunctionRefusal } from '@/shared/api/call-function.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { TextField } from '@/shared/ui/form/field.tsx';
import { useSetWebhook } from '../api/webhook.ts';
import { isWebhookUrl } from '../model/webhook-url.ts';
import { useRefusalText } from './use-refusal-text.ts';

interface EndpointFormProps {
  profileId: string;
  /** The address in use; empty: none. */
  url: string;
  onSecret: (secret: string) => void;
}

/** The address of the booth's endpoint. */
export function EndpointForm({ profileId, url, onSecret }: EndpointFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(url);
  const [error, setError] = useState<string>();
  const set = useSetWebhook(profileId);
  const refusalText = useRefusalText();

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = typed.trim();
    if (!isWebhookUrl(wanted)) return setError(t('webhooks.urlInvalid'));
    setError(undefined);
    set.mutate(wanted, {
      onSuccess(secret) {
        toast.success(t('webhooks.saved'));
        if (secret) onSecret(secret);
      },
      onError(failure) {
        if (failure instanceof FunctionRefusal && failure.status === 400) setError(t('webhooks.urlInvalid'));
        else toast.error(t('common.error'), { description: refusalText(failure) });
      },
    });
  }

  return (
    <form noValidate onSubmit={submit} className="grid justify-items-start gap-3">
      <div className="w-full">
        <TextField
          type="url"
          name="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          className="rtl:text-end"
          placeholder="https://"
          label={t('webhooks.url')}
          hint={t('webhooks.urlHint')}
          error={error}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit" busy={set.isPending} disabled={typed.trim() === url}>
        {t('webhooks.save')}
      </Button>
    </form>
  );
}
