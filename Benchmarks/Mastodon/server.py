"""A Mastodon server on this machine, for the benchmark: `server.py POSTS PORT_FILE`.

It knows one account and its home timeline, from Tern's JSON Lines, and nobody can write to it. The port that it got is
written to PORT_FILE. It ends when its standard input does.
"""

import html
import json
import os
import sys
import threading
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
    # A list may show no more of a post than its author's handle: it is what the benchmark knows the post by.
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


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    posts = []

    def do_GET(self):
        host = self.headers["Host"]
        url = urlparse(self.path)
        headers = {}
        if url.path == "/api/v1/timelines/home":
            query = parse_qs(url.query)
            limit = min(40, int(query.get("limit", ["20"])[0]))
            first = int(query["max_id"][0]) if "max_id" in query else len(self.posts)
            # The newest post has the highest number.
            numbers = range(first - 1, max(first - 1 - limit, -1), -1)
            if "min_id" in query or "since_id" in query:
                numbers = range(0)
            body = [status(number, self.posts[len(self.posts) - 1 - number]) for number in numbers]
            if body and numbers[-1] > 0:
                following = f"http://{host}{url.path}?limit={limit}&max_id={numbers[-1]}"
                headers["Link"] = f'<{following}>; rel="next"'
        elif url.path == "/api/v1/accounts/verify_credentials":
            body = account("1", "reader", "Reader")
        elif url.path == "/api/v1/preferences":
            body = {
                "posting:default:visibility": "public", "posting:default:sensitive": False,
                "posting:default:language": None, "reading:expand:media": "default", "reading:expand:spoilers": False,
            }
        elif url.path in instance(host):
            body = instance(host)[url.path]
        elif url.path in ("/api/v1/followed_tags", "/api/v2/filters", "/api/v1/notifications"):
            body = []
        else:
            return self.answer(404, {"error": "Record not found"}, {})
        self.answer(200, body, headers)

    def answer(self, code, body, headers):
        data = json.dumps(body).encode()
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        Handler.posts = [json.loads(line) for line in file]
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # Under its name only when it is whole.
    with open(sys.argv[2] + ".new", "w") as file:
        file.write(str(server.server_address[1]))
    os.rename(sys.argv[2] + ".new", sys.argv[2])
    sys.stdin.read()


main()
