import InMemoryTimelinesSupport
import Domain
import FolderSupport
import Foundation
import Runtime
import TestSupport
import Testing

@testable import DemoSource

@Suite struct DemoAccountsTests {
  private let folder = TemporaryFolder()
  private let accounts: DemoAccounts

  init() throws {
    let paths = folder
    accounts = DemoAccounts(directory: folder.path, clock: VirtualClock(now: .noon)) { path in
      let id = path == paths.path(of: "ada.json") ? "of ada" : "of somebody else"
      return StubDocumentSource(.fixture(home: [.fixture(id: id)]))
    }
    try folder.write(
      """
      {"tern": 1, "accounts": [
        {"handle": "ada@demo", "name": "Ada Lovelace", "note": "All is well here.", "file": "ada.json"},
        {"handle": "Grace@demo", "file": "grace.json", "password": "cobol",
         "behaviour": [{"latency": 0, "failure": {"kind": "sessionExpired"}}, {"times": 1}]},
        {"handle": "ali@demo", "file": "ali.json", "password": "sesame"}
      ]}
      """, to: "accounts.json")
  }

  private func damagedError(_ line: Int, _ column: Int, _ expected: String) -> TimelineError {
    .fileDamaged(FileLocation(path: folder.path(of: "accounts.json"), line: line, column: column, expected: expected))
  }

  @Test func `The accounts are listed in order, with the way to open them`() async throws {
    let ada = Account.fixture(note: "All is well here.")
    // An expired session means that she has been signed in.
    let grace = Account.fixture(handle: "Grace@demo", name: nil, access: .open)
    let ali = Account.fixture(handle: "ali@demo", name: nil, access: .password)
    #expect(try await accounts.accounts() == [ada, grace, ali])
    #expect(ada.id == .demo("ada@demo"))
  }

  @Test func `Listed servers are read without an account, and others are unknown`() async throws {
    try folder.write(
      """
      {"tern": 1, "accounts": [], "servers": [
        {"host": "engine.example", "file": "ada.json"},
        {"host": "members.example", "file": "ada.json",
         "behaviour": [{"failure": {"kind": "accountRequired", "host": "members.example"}}]}
      ]}
      """, to: "accounts.json")
    func page(_ host: String, _ id: TimelineID = .local) async throws(TimelineError) -> TimelinePage {
      guard let server = PublicTimeline(typed: host), let source = accounts.source(of: server.account.id) else {
        throw .unknownTimeline(name: host, known: [])
      }
      return try await source.timelines.page(of: id, .newest)
    }
    let engine = try await page("engine.example")
    #expect(engine.posts.map(\.id.rawValue) == ["of ada"])
    #expect(try await page("engine.example", .tag("loom")).posts.isEmpty)
    await #expect(throws: TimelineError.accountRequired(host: "members.example")) { try await page("members.example") }
    let other = try #require(PublicTimeline(typed: "other.example"))
    #expect(accounts.source(of: other.account.id) == nil)
  }

  @Test(arguments: ["grace@demo", "@Grace@demo", " @GRACE@DEMO "])
  func `A handle is accepted with or without its at sign, in any case`(handle: String) async throws {
    #expect(try await accounts.signIn(handle: handle, password: "cobol").profile.handle == "Grace@demo")
  }

  @Test(arguments: ["", "Cobol", "cobol "]) func `A wrong password is rejected`(password: String) async {
    await #expect(throws: SignInError.wrongPassword(handle: "Grace@demo")) {
      try await accounts.signIn(handle: "grace@demo", password: password)
    }
  }

  @Test(arguments: ["", "@", "nobody@demo", "ada", "@@ada@demo"])
  func `An unknown handle is rejected as typed`(handle: String) async {
    await #expect(throws: SignInError.unknownAccount(handle: handle)) {
      try await accounts.signIn(handle: handle, password: "cobol")
    }
  }

  @Test func `An account without a password accepts any`() async throws {
    #expect(try await accounts.signIn(handle: "ada@demo", password: "anything").id == .demo("ada@demo"))
  }

  @Test func `Each account has one repository for its own file`() async throws {
    let ada = try #require(accounts.source(of: .demo("ada@demo"))).timelines
    let again = try #require(accounts.source(of: .demo("ada@demo"))).timelines
    #expect(ada as AnyObject === again as AnyObject)
    #expect(try await ada.page(of: .home, at: .newest, limit: 1).ids == ["of ada"])
    #expect(accounts.source(of: .demo("nobody@demo")) == nil)
  }

  @Test func `Signing in ends the account's expired session`() async throws {
    let grace = try #require(accounts.source(of: .demo("Grace@demo"))).timelines
    let expired = TimelineError.sessionExpired(handle: "Grace@demo", host: "timeline.example")
    await #expect(throws: expired) { try await grace.page(of: .home, at: .newest, limit: 1) }
    _ = try? await accounts.signIn(handle: "grace@demo", password: "wrong")
    await #expect(throws: expired) { try await grace.page(of: .home, at: .newest, limit: 1) }
    _ = try await accounts.signIn(handle: "grace@demo", password: "cobol")
    #expect(try await grace.page(of: .home, at: .newest, limit: 1).ids == ["of somebody else"])
  }

  @Test func `A missing accounts.json is an error with its path`() async throws {
    let path = folder.path(of: "accounts.json")
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: TimelineError.fileMissing(path: path)) { try await accounts.accounts() }
    await #expect(throws: SignInError.unavailable(.fileMissing(path: path))) {
      try await accounts.signIn(handle: "ada@demo", password: "")
    }
    #expect(accounts.source(of: .demo("ada@demo")) == nil)
  }

  @Test func `An unreadable accounts.json is an error with the system's reason`() async throws {
    let path = folder.path(of: "accounts.json")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    await #expect(throws: TimelineError.fileUnreadable(path: path, reason: "Is a directory")) {
      try await accounts.accounts()
    }
  }

  @Test(arguments: [
    ("", 1, 1, "a value"),
    ("{\"tern\": 1,\n \"accounts\": [}", 2, 15, "a value"),
    ("{\"tern\": 1\n \"accounts\": []}", 2, 2, "a comma or }"),
    ("{\"tern\" 1}", 1, 9, "a colon"),
    ("{\"tern\": 1, \"accounts\": [", 1, 26, "a value"),
    ("{\"tern\": 1, \"accounts\": [1", 1, 27, "a comma or ]"),
    ("{\"tern: 1}", 1, 11, "a closing quote"),
    ("{\"tern\": 1, \"accounts\": []} x", 1, 29, "the end"),
    ("[]", 1, 1, "an object"),
    ("{}", 1, 1, "an object with “tern”"),
    ("{\"tern\": 2, \"accounts\": []}", 1, 10, "the format's version 1"),
    ("{\"tern\": 1,\n\"accounts\": {}}", 2, 13, "a list"),
    ("{\"tern\": 1, \"accounts\": [\n{\"handle\": 3, \"file\": \"a\"}]}", 2, 12, "a text"),
    ("{\"tern\": 1, \"accounts\": [\n  {\"handle\": \"a\"}]}", 2, 3, "an object with “file”"),
  ]) func `A damaged accounts.json is an error with its location`(
    text: String, line: Int, column: Int, expected: String
  ) async throws {
    try folder.write(text, to: "accounts.json")
    await #expect(throws: damagedError(line, column, expected)) { try await accounts.accounts() }
  }

  @Test(arguments: ["../secret.json", "/etc/passwd", "a/b.json", "..", ".", "", "a\\u0000.json"])
  func `An account's file must be in the same folder`(file: String) async throws {
    try folder.write(
      "{\"tern\": 1, \"accounts\": [\n{\"handle\": \"a\",\n\"file\": \"\(file)\"}]}", to: "accounts.json")
    await #expect(throws: damagedError(3, 9, "the name of a file in the same folder")) { try await accounts.accounts() }
  }

  @Test func `Handles must be unique`() async throws {
    try folder.write(
      """
      {"tern": 1, "accounts": [{"handle": "a", "file": "a"},
       {"handle": "A", "file": "b"}]}
      """, to: "accounts.json")
    await #expect(throws: damagedError(2, 13, "a handle that no other account has")) { try await accounts.accounts() }
  }

  @Test(arguments: [
    (
      #"{"failure": {"kind": "fire"}}"#, 22,
      "offline, timedOut, serverError, rateLimited, sessionExpired, untrustedHost, refused, webPage, accountGone, "
        + "maintenance, postGone, accountRequired or lostAnswer"
    ),
    (#"{"failure": {"kind": "untrustedHost"}}"#, 13, "an object with “reason”"),
    (#"{"failure": {"kind": "refused", "message": 4}}"#, 44, "a text"),
    (#"{"failure": {"kind": "accountGone"}}"#, 13, "an object with “message”"),
    (#"{"failure": {"kind": "maintenance", "seconds": 1e9}}"#, 48, "a number of seconds, a day at most"),
    (#"{"failure": {"kind": "timedOut"}}"#, 13, "an object with “seconds”"),
    (#"{"latency": -1}"#, 13, "a number of seconds, a day at most"),
    (#"{"latency": 1e300}"#, 13, "a number of seconds, a day at most"),
    (#"{"failure": {"kind": "rateLimited", "seconds": -1}}"#, 48, "a number of seconds, a day at most"),
    (#"{"latency": "3"}"#, 13, "a number"),
    (#"{"times": 0}"#, 11, "a number of requests, at least 1"),
  ]) func `An invalid step is an error`(step: String, column: Int, expected: String) async throws {
    try folder.write(
      "{\"tern\": 1, \"accounts\": [{\"handle\": \"a\", \"file\": \"a\", \"behaviour\": [\n\(step)]}]}",
      to: "accounts.json")
    await #expect(throws: damagedError(2, column, expected)) { try await accounts.accounts() }
  }

  @Test(arguments: ["-1", "1e300"]) func `An invalid age of the cache is an error`(kept: String) async throws {
    try folder.write(
      "{\"tern\": 1, \"accounts\": [{\"handle\": \"a\", \"file\": \"a\",\n\"kept\": \(kept)}]}", to: "accounts.json")
    await #expect(throws: damagedError(2, 9, "a number of seconds, a day at most")) { try await accounts.accounts() }
  }

  @Test(arguments: [
    (#"{"changes": [{"after": -1, "insert": "a"}]}"#, 24, "a number of seconds, a day at most"),
    (#"{"changes": [{"insert": "a"}]}"#, 14, "an object with “after”"),
    (#"{"changes": [{"after": 1}]}"#, 24, "insert, edit, delete, readOnOtherDevice or connection beside it"),
    (
      #"{"changes": [{"after": 1, "explode": "a"}]}"#, 24,
      "insert, edit, delete, readOnOtherDevice or connection beside it"
    ),
    (#"{"changes": [{"after": 1, "insert": 7}]}"#, 37, "a text"),
    (#"{"changes": [{"after": 1, "edit": "a"}]}"#, 35, "its new text or counts"),
    (#"{"changes": [{"after": 1, "edit": "a", "counts": {"likes": "7"}}]}"#, 60, "a number"),
    (#"{"changes": [{"after": 1, "connection": "odd"}]}"#, 41, "lost or back"),
    (
      #"{"changes": [{"after": 2, "delete": "a"}, {"after": 1, "delete": "b"}]}"#, 13,
      "changes in the order of their times"
    ),
    (#"{"changes": {}}"#, 13, "a list"),
    (#"{"gap": {"above": "a", "count": 0}}"#, 33, "a number of posts, 1 to 1,000"),
    (#"{"gap": {"above": "a", "count": 1001}}"#, 33, "a number of posts, 1 to 1,000"),
    (#"{"gap": {"count": 1}}"#, 9, "an object with “above”"),
  ]) func `An invalid script is an error`(script: String, column: Int, expected: String) async throws {
    try folder.write(
      "{\"tern\": 1, \"accounts\": [{\"handle\": \"a\", \"file\": \"a\", \"script\":\n\(script)}]}",
      to: "accounts.json")
    await #expect(throws: damagedError(2, column, expected)) { try await accounts.accounts() }
  }

  @Test func `A script is decoded`() async throws {
    let script = try JSONDecoder().decode(
      DemoScript.self,
      from: Data(
        """
        {"changes": [{"after": 0, "insert": "a"}, {"after": 1.5, "edit": "b", "text": "c\\u001b", "counts": {"likes": 2}},
         {"after": 1.5, "delete": "d"}, {"after": 2, "connection": "lost"}, {"after": 3, "connection": "back"}],
         "gap": {"above": "e", "count": 12}}
        """.utf8))
    #expect(
      script.steps == [
        .init(after: 0, event: .insert(PostID("a"))),
        .init(after: 1.5, event: .edit(PostID("b"), text: "c\u{1B}".escapingControls, counts: Counts(likes: 2))),
        .init(after: 1.5, event: .delete(PostID("d"))), .init(after: 2, event: .connection(isLost: true)),
        .init(after: 3, event: .connection(isLost: false)),
      ])
    #expect(script.gap == .init(above: PostID("e"), count: 12))
  }
}
