import Foundation
import ProgramSupport
import SimulatedServer
import StoreSupport
import Testing

/// The commands that act on posts and accounts, as the server sees their effect.
@Suite(.needsServer, .endsInTime) struct ActionCommandTests {
  private let reader = ServerUser()
  private var folder: TemporaryFolder { reader.folder }

  private func status(_ id: String, at server: MastodonMock) async throws -> [String: Any] {
    try await server.ask("GET", "/api/v1/statuses/\(id)", by: "ada").object
  }

  private func run(_ arguments: [String]) async throws -> String {
    let outcome = try await reader.tern(arguments)
    #expect(outcome.status == .exited(0) && outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.output
  }

  @Test(arguments: [
    ("like", "liked", "favourited"), ("repost", "reposted", "reblogged"),
    ("bookmark", "bookmarked", "bookmarked"),
  ])
  func `A post is acted on by its ID and its address, and the action undone`(
    command: String, verb: String, state: String
  ) async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let id = try await server.post("Steam", by: "grace")
    let address = try #require(try await status(id, at: server)["url"] as? String)
    #expect(try await run([command, id]) == "\(verb) \(address)\n")
    #expect(try await status(id, at: server)[state] as? Bool == true)
    // Once more changes nothing.
    #expect(try await run([command, address]) == "\(verb) \(address)\n")
    #expect(try await run([command, address, "--undo"]).hasSuffix(" removed: \(address)\n"))
    #expect(try await status(id, at: server)[state] as? Bool == false)
  }

  @Test func `An account is followed and muted by its handle`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let found = try await server.ask("GET", "/api/v1/accounts/lookup?acct=grace", by: "ada").object
    let id = try #require(found["id"] as? String)
    let grace = "@grace@\(server.host)"
    func relationship() async throws -> [String: Any] {
      try #require(try await server.ask("GET", "/api/v1/accounts/relationships?id[]=\(id)", by: "ada").objects.first)
    }
    #expect(try await run(["follow", "@grace", "--undo"]) == "unfollowed \(grace)\n")
    #expect(try await relationship()["following"] as? Bool == false)
    #expect(try await run(["follow", "grace"]) == "followed \(grace)\n")
    #expect(try await relationship()["following"] as? Bool == true)
    #expect(try await run(["mute", "@grace", "--duration", "6h"]) == "muted \(grace)\n")
    #expect(try await relationship()["muting"] as? Bool == true)
    #expect(try await run(["mute", "@grace", "--undo"]) == "unmuted \(grace)\n")
    #expect(try await relationship()["muting"] as? Bool == false)
  }

  @Test func `An action waits if the server does not respond, and the next sync sends it`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let id = try await server.post("Steam", by: "grace")
    #expect(try await run(["thread", id, "--format", "jsonl"]).contains("Steam"))
    try await server.fail("/api/v1/statuses/\(id)/favourite", by: "status")
    let waiting = try await reader.tern(["like", id])
    #expect(waiting.status == .exited(75) && waiting.output.isEmpty)
    #expect(waiting.errorLine.hasSuffix("; waits, and tern sync sends it"), "\(waiting.errors)")
    #expect(try await status(id, at: server)["favourited"] as? Bool != true)
    try await server.stopFailing()
    _ = try await run(["sync"])
    #expect(try await status(id, at: server)["favourited"] as? Bool == true)
  }

  @Test func `An unknown post or account is an error`() async throws {
    let noAccount = try await reader.tern(["like", "1"])
    #expect(noAccount.status == .exited(69) && noAccount.errorLine.contains("tern login SERVER"))
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    for arguments in [["like", "99999999"], ["follow", "@nobody_at_all"]] {
      let outcome = try await reader.tern(arguments)
      #expect(outcome.status == .exited(69) && outcome.output.isEmpty, "\(outcome.errors)")
      #expect(outcome.errorLine.hasSuffix("nothing was done"), "\(outcome.errors)")
    }
    for arguments in [
      ["like"], ["mute", "@grace", "--duration", "long"], ["mute", "@grace", "--undo", "--duration", "1h"],
    ] {
      #expect(try await reader.tern(arguments).status == .exited(64))
    }
  }

  @Test func `A thread is printed from its first post to the last reply`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let first = try await server.post("Who is there?", by: "grace")
    let reply = try await server.ask(
      "POST", "/api/v1/statuses", by: "ada", body: .form([("status", "It is me."), ("in_reply_to_id", first)])
    ).object
    let replyID = try #require(reply["id"] as? String)
    let lines = try await run(["thread", replyID, "--format", "jsonl"])
    #expect(try ServerUser.ids(in: lines) == [first, replyID])
    let text = try await run(["thread", first])
    let (question, answer) = (text.range(of: "Who is there?"), text.range(of: "It is me."))
    #expect(try #require(question).lowerBound < #require(answer).lowerBound)
    // Without the server, the stored thread is printed.
    server.stop()
    let offline = try await reader.tern(["thread", first, "--format", "jsonl"])
    #expect(try ServerUser.ids(in: offline.output) == [first, replyID])
    #expect(offline.status == .exited(0) && offline.errors.contains("does not respond"))
  }

  @Test func `Followed accounts are exported, and followed from a file`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let exported = try await run(["follows", "export"])
    #expect(exported.hasPrefix("Account address,Show boosts,Notify on new posts,Languages\n"))
    #expect(exported.contains("\ngrace@\(server.host),true,false,\n"), "\(exported)")
    _ = try await run(["follow", "grace", "--undo"])
    #expect(try await run(["follows", "export"]).contains("grace@") == false)
    try folder.write(exported, to: "follows.csv")
    let path = folder.path(of: "follows.csv")
    #expect(try await run(["follows", "import", path, "--dry-run"]).contains("would follow @grace@\(server.host)\n"))
    #expect(try await run(["follows", "import", path]).contains("followed @grace@\(server.host)\n"))
    #expect(try await run(["follows", "export"]) == exported)
    #expect(try await run(["follows", "import", path]).contains("already followed @grace@"))
    try folder.write("Account address\nnot an account\n", to: "damaged.csv")
    let damaged = try await reader.tern(["follows", "import", folder.path(of: "damaged.csv")])
    #expect(damaged.status == .exited(65) && damaged.errorLine.contains("damaged.csv: 2:1: expected an account"))
  }

  @Test func `Notifications are printed`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    _ = try await server.post("@ada Tea?", by: "grace")
    #expect(try await run(["notifications"]).contains("Tea?"))
  }

  @Test func `Follows, mutes, blocks and bookmarks move to another account`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(as: "ada", at: server)
    try await reader.signIn(as: "grace", at: server)
    let id = try await server.post("Steam", by: "grace")
    _ = try await run(["bookmark", id, "--account", "ada"])
    let directory = folder.path(of: "moving")
    #expect(try await run(["move", "export", directory, "--account", "ada"]).hasSuffix(", bookmarked 1\n"))
    let again = try await reader.tern(["move", "export", directory, "--account", "ada"])
    #expect(again.status == .exited(64) && again.errors.contains("exists; nothing was written"))
    let plan = try await reader.tern(["move", "import", directory, "--account", "grace"])
    #expect(plan.output.contains("@grace@\(server.host) would\n") && plan.output.contains("  bookmark 1 post\n"))
    #expect(plan.errors.contains("nothing was changed; add --yes"))
    // The simulated server does not find posts by their addresses, so the account has to know the post.
    _ = try await run(["sync"])
    let state = { try await server.ask("GET", "/api/v1/statuses/\(id)", by: "grace").object["bookmarked"] as? Bool }
    #expect(try await state() == false)
    #expect(try await run(["move", "import", directory, "--account", "grace", "--yes"]).contains("bookmarked "))
    #expect(try await state() == true)
    #expect(
      try await run(["move", "import", directory, "--account", "grace"]).contains("  bookmark 0 posts (1 already done)")
    )
  }
}

/// `tern list --follow` at a server that streams.
@Suite(.endsInTime) struct FollowListingTests {
  @Test func `Old posts, then those of the stream are printed once, oldest first, until the reader ends`() async throws
  {
    let folder = TemporaryFolder()
    let reader = ServerUser(in: folder)
    let server = try SimulatedSocketServer(streamedCount: 200)
    server.write(40)
    try await reader.signIn(at: server.origin)
    let tern = try RunningTern(["list", "--follow", "--limit", "3", "--format", "jsonl"], in: folder)
    let isComplete = try await becomesTrue { try ServerUser.ids(in: tern.output()).count >= 203 }
    #expect(isComplete && server.ids.count == 240)
    #expect(try ServerUser.ids(in: tern.output()) == server.ids.prefix(203).reversed())
    tern.kill(SIGINT)
    #expect(try await tern.end() == -SIGINT)
    #expect(try tern.errorOutput().isEmpty)
  }

  @Test func `Only accounts of servers can be followed`() async throws {
    let folder = TemporaryFolder()
    let reader = ServerUser(in: folder)
    for arguments in [["list", "--follow", "posts.json"], ["list", "--follow", "--offline"]] {
      #expect(try await reader.tern(arguments).status == .exited(64))
    }
    let demo = try await reader.tern(["list", "--follow", "--account", "ada@demo"])
    #expect(demo.status == .exited(64) && demo.errorLine.contains("Mastodon accounts"), "\(demo.errors)")
  }
}
