"""The judge's voice: what each line says in both languages, and how long it takes to say."""
