import { supabaseSpeechToText } from '@dragoman/functions/hosts/supabase';

Deno.serve(supabaseSpeechToText(Deno.env.toObject()));
