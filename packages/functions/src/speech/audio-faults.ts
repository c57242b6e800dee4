import { SPEECH_MESSAGES, VOICE_MAX_SECONDS } from '@dragoman/domain/voice-messages';
import type { AudioFault } from './audio-check.ts';

/** The answers to recordings that cannot be used: HTTP status and message. */
export const AUDIO_FAULTS: Record<AudioFault, { status: number; error: string }> = {
  empty: { status: 400, error: 'The recording is empty' },
  'not-audio': {
    status: 415,
    error: 'The recording cannot be read: WebM, Ogg, MP4, MP3 and WAV audio are understood',
  },
  'too-long': { status: 413, error: `The recording must be at most ${VOICE_MAX_SECONDS} seconds long` },
  busy: { status: 503, error: SPEECH_MESSAGES.busy },
};
