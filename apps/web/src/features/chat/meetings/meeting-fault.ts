import { useTranslation } from 'react-i18next';
import { errorCode } from '@/shared/api/error-message.ts';

/** Why the server has refused an act on a meeting; null: it could not be reached, or it failed. */
export type MeetingFault =
  | 'changed'
  | 'past'
  | 'tooFar'
  | 'open'
  | 'today'
  | 'colleague'
  | 'request'
  | 'blocked'
  | 'often'
  | 'gone'
  | 'offline'
  | 'failed';

const BY_DETAILS: Readonly<Record<string, MeetingFault>> = {
  'meeting: past': 'past',
  'meeting: too_far': 'tooFar',
  'meeting: open': 'open',
  'meeting: today': 'today',
  'meeting: request': 'request',
  'meeting: chat_unknown': 'gone',
  'meeting: unknown': 'gone',
  'meeting: accepted': 'changed',
  'meeting: declined': 'changed',
  'meeting: withdrawn': 'changed',
  'meeting: replaced': 'changed',
  'meeting: cancelled': 'changed',
};

const BY_CODE: Readonly<Record<string, MeetingFault>> = {
  PT403: 'blocked',
  // A colleague answers the chat (docs/adr/0083).
  PT409: 'colleague',
  PT423: 'request',
  PT429: 'often',
};

/** @param error of `propose_meeting` or `settle_meeting` */
export function meetingFault(error: unknown): MeetingFault {
  const details = (error as { details?: unknown } | null)?.details;
  const known = typeof details === 'string' ? BY_DETAILS[details] : undefined;
  if (known) return known;
  const code = errorCode(error);
  return code === undefined ? 'offline' : (BY_CODE[code] ?? 'failed');
}

/** @returns the text for a refused or failed act on a meeting */
export function useMeetingFaultText(otherName: string): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    const fault = meetingFault(error);
    switch (fault) {
      case 'colleague':
        return t('chat.colleagueAnswers');
      case 'request':
        return t('trust.waitForAnswer', { name: otherName });
      case 'blocked':
        return t('trust.undeliverable', { name: otherName });
      default:
        return t(`meetings.faults.${fault}`);
    }
  };
}
