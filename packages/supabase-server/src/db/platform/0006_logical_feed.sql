-- The change feed reads the write-ahead log (docs/adr/0078-change-feed-from-the-log.md). Its triggers go with their function.
drop function realtime.sync_change_feed();
drop function realtime.notify_change() cascade;
