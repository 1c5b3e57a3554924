WORDS: dict[str, str] = {}
COMMON = ""
