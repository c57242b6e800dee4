const NOTES_HZ = [659, 880] as const;
const NOTE_S = 0.14;
const LOUDNESS = 0.12;

let audio: AudioContext | undefined;

/**
 * Plays two soft notes. Browsers allow sound only after the user has touched the page; before that
 * it is silent.
 */
export async function playNotificationSound(): Promise<void> {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') {
    // Never settles while the page has not been touched.
    void audio.resume().catch(() => {});
    if (!navigator.userActivation?.hasBeenActive) return;
  }
  const start = audio.currentTime + 0.02;
  NOTES_HZ.forEach((frequency, index) => {
    if (!audio) return;
    const from = start + index * NOTE_S;
    const tone = new OscillatorNode(audio, { frequency, type: 'sine' });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_S * 2);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + NOTE_S * 2);
  });
}
