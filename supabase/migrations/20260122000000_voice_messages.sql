-- Voice messages: `content` names the recording in the bucket chat-files; what was said and how long it lasts stand beside it.
-- The words are attached by whoever sent the recording, when they have been written down, and so is their translation.
alter table public.messages
  add column if not exists transcript text
    constraint messages_transcript_length check (char_length(transcript) <= 5000),
  add column if not exists duration_ms integer
    constraint messages_duration_range check (duration_ms between 0 and 3600000);

grant insert (transcript, duration_ms) on public.messages to authenticated;
grant update (transcript) on public.messages to authenticated;
