import { VOICE_GRACE_SECONDS, VOICE_MAX_SECONDS } from '@dragoman/domain/voice-messages';
import { BufferSource, Input, MP3, MP4, OGG, WAVE, WEBM } from 'mediabunny';

/** The facts found in a recording's bytes, independent of the sender's content type. */
interface AudioFacts {
  mimeType: string;
  /** Providers go by it. */
  fileName: string;
  seconds: number;
}

/** A recording that may be sent to a provider. */
export interface CheckedAudio extends AudioFacts {
  bytes: Uint8Array<ArrayBuffer>;
}

export type AudioFault =
  | 'empty'
  /** No recording, one that is damaged, or one of a kind that providers don't take. */
  | 'not-audio'
  | 'too-long'
  /** The check could not run now; the recording may be fine. */
  | 'busy';

export type AudioCheck = { ok: true; audio: AudioFacts } | { ok: false; fault: AudioFault };

/** Never rejects. @param bytes bounded by the caller */
export type AudioChecker = (bytes: Uint8Array<ArrayBuffer>) => Promise<AudioCheck>;

/** The formats that browsers record and providers take, by the names of mediabunny. */
const KINDS = new Map([
  [WEBM, { mimeType: 'audio/webm', extension: 'webm' }],
  [OGG, { mimeType: 'audio/ogg', extension: 'ogg' }],
  [MP4, { mimeType: 'audio/mp4', extension: 'm4a' }],
  [MP3, { mimeType: 'audio/mpeg', extension: 'mp3' }],
  [WAVE, { mimeType: 'audio/wav', extension: 'wav' }],
] as const);

const FORMATS = [...KINDS.keys()];

/**
 * Finds out from its bytes what a recording is and how long it lasts: live recordings of browsers
 * have no length in their head, so it is that of the packets. Never rejects.
 *
 * The reader believes the counts that a file claims. One that claims four thousand million samples
 * ends the process, which no `catch` prevents: a server calls this in a process that it can do
 * without.
 * @param bytes bounded by the caller
 */
export async function checkAudio(bytes: Uint8Array<ArrayBuffer>): Promise<AudioCheck> {
  if (bytes.byteLength === 0) return { ok: false, fault: 'empty' };
  const input = new Input({ source: new BufferSource(bytes), formats: FORMATS });
  try {
    const kind = KINDS.get(await input.getFormat());
    const track = await input.getPrimaryAudioTrack();
    const hasPicture = (await input.getPrimaryVideoTrack()) !== null;
    if (!kind || !track || hasPicture) return { ok: false, fault: 'not-audio' };
    const seconds = await track.computeDuration();
    if (!(seconds > 0)) return { ok: false, fault: 'not-audio' };
    if (seconds > VOICE_MAX_SECONDS + VOICE_GRACE_SECONDS) return { ok: false, fault: 'too-long' };
    const fileName = `audio.${kind.extension}`;
    return { ok: true, audio: { mimeType: kind.mimeType, fileName, seconds } };
  } catch {
    // No provider could use a recording that the reader fails on.
    return { ok: false, fault: 'not-audio' };
  } finally {
    input.dispose();
  }
}
