"""The door that speaks OpenAI's chat completions, so that their clients reach the playground. Off unless asked for."""
