"""A local Mastodon server for benchmarks: `server.py POSTS PORT_FILE`.

It has one account with a home timeline, read from Tern's JSON Lines, and does not accept posts. Its port is written to
PORT_FILE. It ends with its standard input, from which it reads commands, one per line:

emit COUNT RATE   Adds new posts and sends them to streams, RATE per second, or all at once for 0.
delay SECONDS     Delays all following responses.
count NAME        Writes `NAME REQUESTS BYTES` to PORT_FILE.counts: the number of requests since the last count, and the
                  size of the responses including headers.
close, open       Closes or opens the port.
"""

import html
import json
import os
import queue
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse


def account(number, handle, name):
    return {
        "id": number, "username": handle.split("@")[0], "acct": handle, "display_name": name, "note": "",
        "url": "http://localhost/@" + handle, "avatar": "", "avatar_static": "", "header": "", "header_static": "",
        "locked": False, "bot": False, "group": False, "fields": [], "emojis": [],
        "created_at": "2026-01-01T00:00:00.000Z", "statuses_count": 1, "followers_count": 1, "following_count": 1,
    }


def status(number, post):
    # A list may show only the author's handle of a post, so the benchmark recognises posts by it.
    marker = post["text"].split()[0]
    return {
        "id": str(number), "uri": post["url"], "url": post["url"], "created_at": post["createdAt"].replace("Z", ".000Z"),
        "account": account(str(number), marker, post["author"]["name"]),
        "content": "<p>" + html.escape(post["text"]) + "</p>", "visibility": "public", "sensitive": False,
        "spoiler_text": "", "media_attachments": [], "mentions": [], "tags": [], "emojis": [], "language": "en",
        "reblogs_count": post["counts"]["reposts"], "favourites_count": post["counts"]["likes"],
        "replies_count": post["counts"]["replies"], "in_reply_to_id": None, "in_reply_to_account_id": None,
        "reblog": None, "poll": None, "card": None, "application": None, "favourited": False, "reblogged": False,
        "bookmarked": False, "muted": False, "filtered": [],
    }


def instance(host):
    limits = {
        "statuses": {"max_characters": 500, "max_media_attachments": 4, "characters_reserved_per_url": 23},
        "media_attachments": {
            "supported_mime_types": [], "image_size_limit": 1, "image_matrix_limit": 1, "video_size_limit": 1,
            "video_frame_rate_limit": 1, "video_matrix_limit": 1,
        },
        "polls": {"max_options": 4, "max_characters_per_option": 50, "min_expiration": 300, "max_expiration": 3000},
    }
    common = {"title": "Benchmark", "version": "4.3.0", "description": "", "languages": ["en"], "rules": []}
    return {
        "/api/v1/instance": common | {
            "uri": host, "short_description": "", "email": "", "registrations": False, "approval_required": False,
            "urls": {"streaming_api": "ws://" + host}, "configuration": limits,
            "stats": {"user_count": 1, "status_count": 1, "domain_count": 1},
        },
        "/api/v2/instance": common | {
            "domain": host, "source_url": "", "usage": {"users": {"active_month": 1}}, "thumbnail": {"url": ""},
            "configuration": limits | {"urls": {"streaming": "ws://" + host}},
            "registrations": {"enabled": False, "approval_required": False}, "contact": {"email": ""},
        },
    }


class State:
    posts = []  # Oldest first: the number of a post is its ID.
    streams = []
    lock = threading.Lock()
    delay = 0.0
    requests = 0
    bytes = 0


def emit(count, rate):
    start = time.monotonic()
    for done in range(count):
        with State.lock:
            number = len(State.posts)
            post = dict(State.posts[-1])
            post["text"] = f"n{number:06d} " + post["text"].split(" ", 1)[-1]
            post["url"] = f"https://bench.example/{number}"
            State.posts.append(post)
            streams = list(State.streams)
        event = f"event: update\ndata: {json.dumps(status(number, post))}\n\n".encode()
        for stream in streams:
            stream.put(event)
        if rate > 0:
            time.sleep(max(0, start + (done + 1) / rate - time.monotonic()))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if State.delay:
            time.sleep(State.delay)
        host = self.headers["Host"]
        url = urlparse(self.path)
        headers = {}
        if url.path == "/api/v1/timelines/home":
            query = {name: values[0] for name, values in parse_qs(url.query).items()}
            limit = min(40, int(query.get("limit", "20")))
            end = len(State.posts)
            if "min_id" in query:
                above = int(query["min_id"])
                numbers = range(min(above + limit, end - 1), above, -1)
            else:
                first = int(query.get("max_id", end))
                numbers = range(first - 1, max(first - 1 - limit, int(query.get("since_id", -1))), -1)
            body = [status(number, State.posts[number]) for number in numbers]
            if body and numbers[-1] > 0:
                following = f"http://{host}{url.path}?limit={limit}&max_id={numbers[-1]}"
                headers["Link"] = f'<{following}>; rel="next"'
        elif url.path == "/api/v1/streaming/user":
            return self.stream()
        elif url.path == "/api/v1/accounts/verify_credentials":
            body = account("1", "reader", "Reader")
        elif url.path == "/api/v1/preferences":
            body = {
                "posting:default:visibility": "public", "posting:default:sensitive": False,
                "posting:default:language": None, "reading:expand:media": "default", "reading:expand:spoilers": False,
            }
        elif url.path in instance(host):
            body = instance(host)[url.path]
        elif url.path in ("/api/v1/followed_tags", "/api/v2/filters", "/api/v1/notifications", "/api/v1/lists"):
            body = []
        else:
            return self.answer(404, {"error": "Record not found"}, {})
        self.answer(200, body, headers)

    def stream(self):
        events = queue.Queue()
        with State.lock:
            State.requests += 1
            State.streams.append(events)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            while True:
                try:
                    event = events.get(timeout=15)
                except queue.Empty:
                    event = b":thump\n"
                self.wfile.write(event)
        except OSError:
            pass
        finally:
            with State.lock:
                State.streams.remove(events)
            self.close_connection = True

    def answer(self, code, body, headers):
        data = json.dumps(body).encode()
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        head = sum(len(line) for line in self._headers_buffer) + 2
        self.end_headers()
        with State.lock:
            State.requests += 1
            State.bytes += head + len(data)
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        # The client has disconnected.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def serve(port):
    server = Server(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    return server


def write(text, path):
    # Rename the file when it is complete.
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        State.posts = [json.loads(line) for line in file][::-1]
    server = serve(0)
    port = server.server_address[1]
    write(str(port), sys.argv[2])
    for line in sys.stdin:
        order, *words = line.split()
        if order == "emit":
            threading.Thread(target=emit, args=(int(words[0]), float(words[1])), daemon=True).start()
        elif order == "delay":
            State.delay = float(words[0])
        elif order == "count":
            with State.lock:
                write(f"{words[0]} {State.requests} {State.bytes}", sys.argv[2] + ".counts")
                State.requests = State.bytes = 0
        elif order == "close" and server:
            server.shutdown()
            server.server_close()
            server = None
        elif order == "open" and not server:
            server = serve(port)


main()
