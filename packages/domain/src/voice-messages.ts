// The shared contract of recorder, server function and storage for voice messages (specification
// 3.4, 7.8, 9.3).

/** Longest voice message, in seconds: the recorder stops there. */
export const VOICE_MAX_SECONDS = 120;

/**
 * The tolerance of a recording past {@link VOICE_MAX_SECONDS}: recorders stop at the end of a
 * packet, not on the second.
 */
export const VOICE_GRACE_SECONDS = 5;

/** Largest voice message, in bytes; the bucket `chat-files` takes as much. */
export const VOICE_MAX_BYTES = 10_485_760;

/** The multipart field that holds the recording. */
export const AUDIO_FIELD = 'audio';

/** The optional field that says which language is spoken; without it the caller's profile does. */
export const LANGUAGE_FIELD = 'language';

/** The response of `speech-to-text` as the client reads it (specification 7.8). */
export interface SpeechResponse {
  text: string;
}

export interface SpeechFailure {
  /** Text for the toast 'Voice Processing Error' (specification 8.7). */
  error: string;
}

/**
 * The path of a recording in the bucket `chat-files`: `<session>/audio-<timestamp>.webm`
 * (specification 3.4), or with the name of what the browser recorded in its place.
 * @param recordedAt milliseconds since 1970
 * @param mimeType as the recorder gives it, with or without codecs
 */
export function recordingPath(sessionId: string, recordedAt: number, mimeType: string): string {
  return `${sessionId}/audio-${recordedAt}.${recordingExtension(mimeType)}`;
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['audio/mp4', 'm4a'],
  ['audio/ogg', 'ogg'],
  ['audio/mpeg', 'mp3'],
  ['audio/wav', 'wav'],
]);

function recordingExtension(mimeType: string): string {
  return EXTENSIONS.get(bareType(mimeType)) ?? 'webm';
}

const PLAYED_TYPES: ReadonlyMap<string, string> = new Map([
  ['webm', 'audio/webm; codecs=opus'],
  ['m4a', 'audio/mp4; codecs=mp4a.40.2'],
  ['ogg', 'audio/ogg; codecs=opus'],
]);

/**
 * @param path of a recording in the bucket
 * @returns the type to ask a player about; undefined for kinds that every browser plays
 */
export function playedType(path: string): string | undefined {
  return PLAYED_TYPES.get(path.slice(path.lastIndexOf('.') + 1));
}

/** @returns the type without its parameters: `audio/webm` of `audio/webm;codecs=opus` */
export function bareType(mimeType: string): string {
  return (mimeType.split(';')[0] ?? '').trim().toLowerCase();
}

/**
 * The messages of `speech-to-text` when it cannot transcribe a recording, for no fault of the
 * recording. The app shows them in the reader's language.
 */
export const SPEECH_MESSAGES = {
  noEngine: 'Speech to text is not available: no transcription engine is configured',
  noLanguage:
    'Speech to text is not available in this language. The organiser can switch on a speech model for it.',
  unknownFormat: 'This server cannot read the audio format of the recording.',
  noDecoder: 'This server cannot read MP4 and MP3 recordings: it lacks the ALSA library (libasound.so.2).',
  failed: 'Speech to text conversion failed',
  busy: 'Recordings cannot be checked right now. Please try again in a moment.',
} as const;
