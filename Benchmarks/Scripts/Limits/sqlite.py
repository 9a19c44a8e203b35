"""Measures the insert rate of SQLite itself: sqlite.py ARCHIVE FOLDER TOKENIZER….

Prepares rows with the ID, time and text of each tweet of the archive. Measures a single transaction that inserts them with
write-ahead logging and a full-text index by an FTS5 tokenizer; "none" for no index. Prints a rate for each tokenizer.
"""

import json
import pathlib
import sqlite3
import sys
import time


def rows_of(archive):
    rows = []
    for path in sorted(pathlib.Path(archive, "data").glob("tweets*.js")):
        text = path.read_text("utf-8")
        for item in json.loads(text[text.index("=") + 1 :]):
            tweet = item["tweet"]
            rows.append((int(tweet["id"]), tweet["created_at"], tweet["full_text"]))
    return rows


def rate(rows, path, tokenizer):
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("CREATE TABLE post (id INTEGER PRIMARY KEY, created TEXT, text TEXT)")
    if tokenizer != "none":
        database.execute(
            f"CREATE VIRTUAL TABLE words USING fts5(text, content='', columnsize=0, tokenize='{tokenizer}')"
        )
    start = time.perf_counter()
    database.execute("BEGIN")
    database.executemany("INSERT INTO post VALUES (?, ?, ?)", rows)
    if tokenizer != "none":
        database.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", ((row[0], row[2]) for row in rows))
    database.execute("COMMIT")
    seconds = time.perf_counter() - start
    database.close()
    return len(rows) / seconds


archive, folder, *tokenizers = sys.argv[1:]
# From the oldest to the newest, as in a store.
rows = sorted(rows_of(archive))
for tokenizer in tokenizers:
    print(rate(rows, f"{folder}/{tokenizer}.sqlite", tokenizer))
