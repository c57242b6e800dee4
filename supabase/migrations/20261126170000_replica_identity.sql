-- The change feed decides by the old row who may see a deletion (docs/adr/0078-change-feed-from-the-log.md).
alter table public.profiles replica identity full;
alter table public.sessions replica identity full;
alter table public.blocks replica identity full;
alter table public.profile_changes replica identity full;
alter table public.messages replica identity full;
alter table public.session_reads replica identity full;
alter table public.scanned_cards replica identity full;
alter table public.message_reactions replica identity full;
alter table public.hidden_messages replica identity full;
