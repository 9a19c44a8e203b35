"""Tests what happens to a post when sending meets one of twenty faults: `faults.py PROGRAM PATH [FAULT…]`.

PROGRAM is tern, toot, tooi or mastui, and PATH is its path. Each fault uses a separate home directory and server. The
script opens the composer in a terminal (tmux), types a post and sends it, unless the fault comes first. While the composer
still shows the text, it sends again, at most three times. Then it closes the terminal, starts the program again, opens the
composer, and sends the text if it is there. For Tern, `tern sync` runs before that.

A post is lost if it is neither at the server nor shown again by the program. It is doubled if the server has it twice. If
a file of the home directory still contains the text of a lost post, that is reported, too.
"""

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

WRITING = ["window closed while writing", "killed while writing", "ended by a signal while writing",
           "Escape while writing", "Control-C while writing"]
SENDING = ["connection refused", "closed before", "reset before", "closed after", "half a response after",
           "500 before", "500 after", "a gateway's page after", "503 before", "a portal's page before", "429 before",
           "422", "401", "killed before", "killed after"]
FAULTS = WRITING + SENDING


class Server:
    """A fake Mastodon server with one account. Records posts and honours idempotency keys as Mastodon does."""

    def __init__(self, folder, tls):
        self.fault, self.on_fault, self.texts, self.keys = None, None, [], {}
        self.lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                server.get(self)

            def do_POST(self):
                server.post(self)

        class Plain(ThreadingHTTPServer):
            daemon_threads = True
            allow_reuse_address = True

            def handle_error(self, request, client_address):
                pass

        self.make = lambda port: Plain(("127.0.0.1", port), Handler)
        self.tls = tls and certificate(folder)
        self.port = 0
        self.start()

    def start(self):
        self.http = self.make(self.port)
        self.port = self.http.server_address[1]
        if self.tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.tls)
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True)
        threading.Thread(target=self.http.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self.http.shutdown()
        self.http.server_close()

    @property
    def host(self):
        return f"127.0.0.1:{self.port}"

    @property
    def address(self):
        return ("https://" if self.tls else "http://") + self.host

    def account(self):
        return {
            "id": "1", "username": "reader", "acct": "reader", "display_name": "Reader", "note": "", "locked": False,
            "url": self.address + "/@reader", "uri": self.address + "/users/reader", "avatar": "", "avatar_static": "",
            "header": "", "header_static": "", "bot": False, "group": False, "discoverable": True, "fields": [],
            "emojis": [], "created_at": "2026-01-01T00:00:00.000Z", "last_status_at": None, "statuses_count": 1,
            "followers_count": 1, "following_count": 1,
            "source": {"privacy": "public", "sensitive": False, "language": "en", "note": "", "fields": []},
        }

    def status(self, number, text):
        moment = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
        return {
            "id": str(1000 + number), "uri": f"{self.address}/{number}", "url": f"{self.address}/@reader/{number}",
            "created_at": moment, "edited_at": None, "account": self.account(), "content": f"<p>{text}</p>",
            "visibility": "public", "sensitive": False, "spoiler_text": "", "media_attachments": [], "mentions": [],
            "tags": [], "emojis": [], "language": "en", "reblogs_count": 0, "favourites_count": 0, "replies_count": 0,
            "in_reply_to_id": None, "in_reply_to_account_id": None, "reblog": None, "poll": None, "card": None,
            "application": None, "favourited": False, "reblogged": False, "bookmarked": False, "muted": False,
            "pinned": False, "filtered": [],
        }

    def instance(self):
        limits = {
            "statuses": {"max_characters": 500, "max_media_attachments": 4, "characters_reserved_per_url": 23},
            "media_attachments": {
                "supported_mime_types": [], "image_size_limit": 1, "image_matrix_limit": 1, "video_size_limit": 1,
                "video_frame_rate_limit": 1, "video_matrix_limit": 1},
            "polls": {"max_options": 4, "max_characters_per_option": 50, "min_expiration": 300, "max_expiration": 3000},
            "accounts": {"max_featured_tags": 10}, "translation": {"enabled": False},
        }
        common = {"title": "Faults", "version": "4.3.0", "description": "", "languages": ["en"], "rules": []}
        return {
            "/api/v1/instance": common | {
                "uri": self.host, "short_description": "", "email": "", "registrations": False,
                "approval_required": False, "invites_enabled": False, "configuration": limits,
                "urls": {"streaming_api": "ws://" + self.host}, "thumbnail": None, "contact_account": None,
                "stats": {"user_count": 1, "status_count": 1, "domain_count": 1}},
            "/api/v2/instance": common | {
                "domain": self.host, "source_url": "", "usage": {"users": {"active_month": 1}},
                "thumbnail": {"url": ""}, "configuration": limits | {"urls": {"streaming": "ws://" + self.host}},
                "registrations": {"enabled": False, "approval_required": False, "message": None},
                "contact": {"email": "", "account": None}},
        }

    def get(self, request):
        path = urlparse(request.path).path.rstrip("/")
        first = [self.status(-1, "A post that was there before")]
        known = self.instance() | {
            "/api/v1/accounts/verify_credentials": self.account(),
            "/api/v1/accounts/1/statuses": [self.status(n, t) for n, t in reversed(list(enumerate(self.texts)))],
            "/api/v1/timelines/home": [] if "max_id" in request.path or "_id" in request.path else first,
            "/api/v1/preferences": {
                "posting:default:visibility": "public", "posting:default:sensitive": False,
                "posting:default:language": "en", "reading:expand:media": "default", "reading:expand:spoilers": False},
            "/.well-known/nodeinfo": {"links": [{
                "rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": self.address + "/info"}]},
            "/info": {"version": "2.0", "software": {"name": "mastodon", "version": "4.3.0"}},
        }
        empty = ("followed_tags", "filters", "notifications", "conversations", "favourites", "bookmarks", "lists",
                 "public", "custom_emojis", "relationships", "announcements")
        if path in known:
            return self.respond(request, 200, known[path])
        if path.rsplit("/", 1)[-1] in empty:
            return self.respond(request, 200, [])
        self.respond(request, 404, {"error": "Record not found"})

    def post(self, request):
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        if urlparse(request.path).path != "/api/v1/statuses":
            return self.respond(request, 404, {"error": "Record not found"})
        if request.headers.get("Content-Type", "").startswith("application/json"):
            text = json.loads(body)["status"]
        else:
            text = parse_qs(body.decode())["status"][0]
        with self.lock:
            fault, self.fault = self.fault, None
        fault = fault or ""
        if fault == "killed before":
            self.on_fault()
        if fault in ("closed before", "killed before"):
            return self.cut(request)
        if fault == "reset before":
            option = (1).to_bytes(4, "little") + (0).to_bytes(4, "little")
            request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, option)
            return self.cut(request, False)
        early = {"500 before": 500, "503 before": 503, "429 before": 429, "422": 422, "401": 401}
        if fault in early:
            words = {422: "Validation failed: not today", 401: "The access token was revoked"}
            return self.respond(request, early[fault], {"error": words.get(early[fault], "Try again later")})
        if fault == "a portal's page before":
            return self.respond(request, 200, "<html><title>Sign in to the network</title></html>")
        key = request.headers.get("Idempotency-Key")
        with self.lock:
            number = self.keys.get(key) if key else None
            if number is None:
                number = len(self.texts)
                self.texts.append(text)
                if key:
                    self.keys[key] = number
        if fault == "killed after":
            self.on_fault()
        if fault in ("closed after", "killed after"):
            return self.cut(request)
        if fault == "500 after":
            return self.respond(request, 500, {"error": "Internal error"})
        if fault == "a gateway's page after":
            return self.respond(request, 502, "<html><title>502 Bad Gateway</title></html>")
        data = json.dumps(self.status(number, text)).encode()
        request.send_response(200)
        request.send_header("Content-Type", "application/json; charset=utf-8")
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        if fault == "half a response after":
            request.wfile.write(data[:len(data) // 2])
            request.wfile.flush()
            return self.cut(request)
        request.wfile.write(data)

    def cut(self, request, orderly=True):
        request.close_connection = True
        try:
            if orderly:
                request.connection.shutdown(socket.SHUT_RDWR)
            request.connection.close()
        except OSError:
            pass

    def respond(self, request, code, body):
        page = isinstance(body, str)
        data = (body if page else json.dumps(body)).encode()
        request.send_response(code)
        request.send_header("Content-Type", "text/html" if page else "application/json; charset=utf-8")
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)


def certificate(folder):
    path = os.path.join(folder, "server.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", path + ".key", "-out", path + ".crt"],
        check=True, capture_output=True)
    with open(path, "w") as file:
        for part in (".key", ".crt"):
            file.write(open(path + part).read())
    return path


class Terminal:
    """A separate tmux with 100 columns and 40 rows."""

    def __init__(self, home, command):
        self.socket = os.path.join(home, f"tmux-{time.monotonic_ns()}")
        environment = ["env", "-i", f"HOME={home}", "TERM=screen-256color", "LANG=C.UTF-8", "TZ=UTC",
                       "PATH=/usr/local/bin:/usr/bin:/bin"]
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "40", *environment, *command)
        self.tmux("set-option", "-g", "escape-time", "0")
        self.process = int(self.tmux("display-message", "-p", "#{pane_pid}"))

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-u", "-S", self.socket, *arguments], capture_output=True, text=True)
        return done.stdout

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def press(self, *keys):
        for key in keys:
            self.tmux("send-keys", key)
            time.sleep(0.15)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def click(self, pattern):
        """Clicks the middle of the last match of a pattern; returns whether there is one."""
        matches = [(row, match) for row, line in enumerate(self.screen().split("\n"))
                  for match in re.finditer(pattern, line)]
        if not matches:
            return False
        row, match = matches[-1]
        column = (match.start() + match.end()) // 2
        for end in "Mm":
            code = f"\x1b[<0;{column + 1};{row + 1}{end}"
            self.tmux("send-keys", "-H", *[f"{byte:02x}" for byte in code.encode()])
            time.sleep(0.1)
        return True

    def sees(self, text, seconds=90):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if text in self.screen():
                return True
            time.sleep(0.1)
        return False

    @property
    def is_alive(self):
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return False
        # The process may have ended without having been reaped.
        return open(f"/proc/{self.process}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"

    def close(self):
        self.tmux("kill-server")
        end = time.monotonic() + 5
        while self.is_alive and time.monotonic() < end:
            time.sleep(0.05)
        if self.is_alive:
            os.kill(self.process, signal.SIGKILL)


class Tern:
    tls = False
    ready, composer = "A post that was there", "left"

    def __init__(self, path):
        self.command = [path, "--account", "reader"]
        self.path = path

    def prepare(self, home, server):
        os.makedirs(f"{home}/.config/tern")
        with open(f"{home}/.config/tern/config.toml", "w") as file:
            file.write("undo-send = 0\n")
        self.run(home, "login", server.address, "--token", "-", input="a-token\n")

    def run(self, home, *arguments, input=""):
        environment = {"HOME": home, "LANG": "C.UTF-8", "TZ": "UTC", "PATH": "/usr/bin:/bin"}
        return subprocess.run(
            [self.path, *arguments], env=environment, input=input, capture_output=True, text=True).stdout

    def dismiss_welcome(self, terminal):
        pass

    def open_composer(self, terminal):
        terminal.press("c")

    def send(self, terminal):
        terminal.press("M-Enter")

    def read_failure(self, terminal):
        pass

    def show_draft(self, terminal):
        # The composer starts empty. ^X o shows the newest draft.
        terminal.press("C-x")
        terminal.press("o")

    def recover(self, home, server):
        if " wait" in self.run(home, "sync"):
            # Posts that another process may be sending are not taken over for a minute.
            time.sleep(62)
            self.run(home, "sync")


class Toot:
    tls = False
    ready, composer = "A post that was there", "Status message"

    def __init__(self, path):
        self.command = [path, "tui"]

    def prepare(self, home, server):
        os.makedirs(f"{home}/.config/toot")
        with open(f"{home}/.config/toot/config.json", "w") as file:
            json.dump({
                "apps": {server.host: {
                    "base_url": server.address, "client_id": "x", "client_secret": "x", "instance": server.host}},
                "users": {f"reader@{server.host}": {
                    "access_token": "x", "instance": server.host, "username": "reader"}},
                "active_user": f"reader@{server.host}"}, file)

    def dismiss_welcome(self, terminal):
        # Dismiss the notice about the future of the TUI.
        if terminal.sees("permanently dismiss"):
            terminal.press("Enter")

    def open_composer(self, terminal):
        terminal.press("c")

    def send(self, terminal):
        # Move down to the button from any field; there is nothing below the last one.
        terminal.press("Down", "Down", "Down", "Down", "Down", "Up", "Enter")

    def read_failure(self, terminal):
        pass

    def show_draft(self, terminal):
        pass

    def recover(self, home, server):
        pass


class Tooi(Toot):
    ready, composer = "A post that was there", "Compose toot"

    def __init__(self, path):
        self.command = [path, "--animation-level", "none"]

    def dismiss_welcome(self, terminal):
        pass

    def prepare(self, home, server):
        os.makedirs(f"{home}/.local/share/tooi")
        host = server.host
        with open(f"{home}/.local/share/tooi/credentials.json", "w") as file:
            json.dump({
                "active_acct": f"reader@{host}",
                "accounts": {f"reader@{host}": {
                    "acct": f"reader@{host}", "username": "reader", "instance": host, "access_token": "x"}},
                "apps": {host: {
                    "title": "Faults", "domain": host, "base_url": server.address, "client_id": "x",
                    "client_secret": "x"}}}, file)

    def send(self, terminal):
        terminal.click(r"Post status")

    def read_failure(self, terminal):
        if terminal.click(r"Dismiss"):
            time.sleep(1)


class Mastui(Toot):
    tls = True
    ready, composer = "A post that was there", "Add Poll"

    def __init__(self, path):
        self.command = [path, "--no-ssl-verify"]

    def dismiss_welcome(self, terminal):
        pass

    def prepare(self, home, server):
        folder = f"{home}/.config/mastui/profiles/reader"
        os.makedirs(folder)
        with open(folder + "/.env", "w") as file:
            file.write(f"MASTODON_HOST={server.host}\nMASTODON_CLIENT_ID=x\nMASTODON_CLIENT_SECRET=x\n"
                       "MASTODON_ACCESS_TOKEN=x\nHOME_AUTO_REFRESH=off\nNOTIFICATIONS_AUTO_REFRESH=off\n"
                       "NOTIFICATIONS_TIMELINE_ENABLED=off\nDIRECT_TIMELINE_ENABLED=off\n"
                       "FEDERATED_TIMELINE_ENABLED=off\n")
        with open(f"{home}/.config/mastui/last_profile.txt", "w") as file:
            file.write("reader")

    def send(self, terminal):
        terminal.click(r"Post(?=\s+Cancel)")


def play(program, fault, text):
    """Returns the outcome of the post."""
    home = tempfile.mkdtemp(prefix="faults")
    server = Server(home, program.tls)
    terminals = []

    def opened():
        terminal = Terminal(home, program.command)
        terminals.append(terminal)
        program.dismiss_welcome(terminal)
        if not terminal.sees(program.ready):
            raise RuntimeError(f"{program.command[0]} does not show its timeline:\n{terminal.screen()}")
        time.sleep(0.5)
        program.open_composer(terminal)
        if not terminal.sees(program.composer, 30):
            raise RuntimeError(f"{program.command[0]} does not show its composer:\n{terminal.screen()}")
        time.sleep(0.5)
        return terminal

    try:
        program.prepare(home, server)
        terminal = opened()
        terminal.type(text)
        if not terminal.sees(text, 30):
            raise RuntimeError("the typed text is not shown")
        time.sleep(1.5)
        if fault in WRITING:
            apply(terminal, fault)
            time.sleep(1)
            # Continue if the program asks for confirmation or has done nothing.
            for _ in range(2):
                if terminal.is_alive and text in terminal.screen() and text not in server.texts:
                    program.send(terminal)
                    time.sleep(3)
                    if text not in server.texts:
                        terminal.press("Escape")
        else:
            server.fault = fault
            server.on_fault = lambda: os.kill(terminal.process, signal.SIGKILL)
            if fault == "connection refused":
                server.stop()
            program.send(terminal)
            time.sleep(4)
            if fault == "connection refused":
                server.fault = None
                server.start()
            if server.fault:
                raise RuntimeError(f"it was not sent:\n{terminal.screen()}")
            for _ in range(3):
                program.read_failure(terminal)
                if not terminal.is_alive or text not in terminal.screen() or not shows(terminal, program):
                    break
                program.send(terminal)
                time.sleep(3)
        terminal.close()
        program.recover(home, server)
        terminal = opened()
        time.sleep(1)
        if text not in terminal.screen():
            program.show_draft(terminal)
            time.sleep(1)
        is_offered = text in terminal.screen()
        if is_offered:
            program.send(terminal)
            time.sleep(4)
        count = server.texts.count(text)
        result = "lost" if count == 0 and not is_offered else "doubled" if count > 1 else "once" if count else "kept"
        if result == "lost" and subprocess.run(["grep", "-rqaF", text, home]).returncode == 0:
            result = "lost, but in a file"
        return result
    finally:
        for terminal in terminals:
            terminal.close()
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


def shows(terminal, program):
    return program.composer in terminal.screen()


def apply(terminal, fault):
    if fault == WRITING[0]:
        terminal.close()
    elif fault == WRITING[1]:
        os.kill(terminal.process, signal.SIGKILL)
    elif fault == WRITING[2]:
        os.kill(terminal.process, signal.SIGTERM)
    elif fault == WRITING[3]:
        terminal.press("Escape")
    else:
        terminal.press("C-c")


def main():
    name, path = sys.argv[1:3]
    program = {"tern": Tern, "toot": Toot, "tooi": Tooi, "mastui": Mastui}[name](path)
    results = {}
    for number, fault in enumerate(sys.argv[3:] or FAULTS):
        try:
            results[fault] = play(program, fault, f"Thought {number + 1} of {name}")
        except RuntimeError as error:
            results[fault] = f"not driven: {error}"
        print(f"{name}\t{fault}\t{results[fault]}", flush=True)
    lost = sum(result.startswith("lost") for result in results.values())
    doubled = sum(result == "doubled" for result in results.values())
    driven = sum(not result.startswith("not driven") for result in results.values())
    print(f"{name}: of {driven} faults {lost} lost, {doubled} doubled")


main()
