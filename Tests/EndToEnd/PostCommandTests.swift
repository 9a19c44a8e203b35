import Foundation
import ProgramSupport
import StoreSupport
import Testing

/// Posts of `tern post` as other accounts see them at the server.
@Suite(.needsServer, .endsInTime) struct PostCommandTests {
  private let reader = ServerUser()
  private var folder: TemporaryFolder { reader.folder }

  private var outbox: OutboxCheck { OutboxCheck(directory: folder.path(of: ".local/share/tern")) }

  /// The newest post of @ada, as @grace sees it.
  private func newest(at server: MastodonMock) async throws -> [String: Any] {
    try #require(try await server.ask("GET", "/api/v1/timelines/home?limit=1", by: "grace").objects.first)
  }

  private func post(_ arguments: [String], input: String = "") async throws -> String {
    let outcome = try await reader.tern(["post"] + arguments, input: input)
    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    // Only the visibility is printed.
    #expect(outcome.errors.hasPrefix("tern: visibility: ") && outcome.errors.split(separator: "\n").count == 1)
    return outcome.output
  }

  @Test func `A post is published and its address printed`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let address = try await post(["Steam, and nothing else"])
    let found = try await newest(at: server)
    #expect((found["content"] as? String)?.contains("Steam, and nothing else") == true)
    #expect(address == (found["url"] as? String).map { $0 + "\n" })
    #expect(try await outbox.all().isEmpty)

    _ = try await post(
      ["-", "--visibility", "unlisted", "--warning", "-5 degrees", "--language", "pt-BR"], input: "Two\nlines\n")
    let second = try await newest(at: server)
    let content = try #require(second["content"] as? String)
    #expect(content.contains("Two") && content.contains("lines"))
    #expect(second["visibility"] as? String == "unlisted" && second["spoiler_text"] as? String == "-5 degrees")
    #expect(second["language"] as? String == "pt-BR" && second["sensitive"] as? Bool == true)

    _ = try await post(["--sensitive", "--visibility", "private"], input: "From a pipe")
    let third = try await newest(at: server)
    #expect((third["content"] as? String)?.contains("From a pipe") == true)
    #expect(third["visibility"] as? String == "private" && third["sensitive"] as? Bool == true)
  }

  @Test func `Text from a pipe that cannot be stored is kept in a file that the next start names`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    // SQLite would restore the store from a write-ahead log.
    try? FileManager.default.removeItem(atPath: folder.path(of: ".local/share/tern/tern.sqlite-wal"))
    try folder.write(String(repeating: "damaged ", count: 2_000), to: ".local/share/tern/tern.sqlite")
    let outcome = try await reader.tern(["post"], input: "Two\nlines\n")
    let path = folder.path(of: ".local/state/tern/unsaved-post-1.txt")
    #expect(outcome.status == .exited(69), "\(outcome.errors)")
    #expect(outcome.errorLine.hasSuffix("; the text is in \(path)"), "\(outcome.errors)")
    #expect(try folder.text(of: ".local/state/tern/unsaved-post-1.txt") == "Two\nlines")
    try await Terminal.open([], folder: folder) { terminal in
      try await terminal.see("unsaved-post-1.txt", "A damaged store was")
    }
  }

  @Test func `A reply mentions the author; --reply-to takes an ID or a URL`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let questionID = try await server.post("Who is there?", by: "grace")
    let status = try await server.ask("GET", "/api/v1/statuses/\(questionID)", by: "ada").object
    for name in [questionID, try #require(status["url"] as? String)] {
      _ = try await post(["It is me.", "--reply-to", name])
      let found = try await newest(at: server)
      #expect(found["in_reply_to_id"] as? String == questionID)
      let content = try #require(found["content"] as? String)
      #expect(content.contains("grace") && content.contains("It is me."))
    }
    let none = try await reader.tern(["post", "To a missing post", "--reply-to", "99999999"])
    #expect(none.status == .exited(69) && none.output.isEmpty)
    #expect(none.errorLine.hasSuffix("; saved as a draft"))
    #expect(try await outbox.drafts() == ["To a missing post"])
    #expect(try await outbox.refusals() == ["Was a reply to 99999999"])
  }

  @Test func `A poll and a picture are published`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    _ = try await post(["Tea?", "--poll", "black", "--poll", "-green", "--poll-duration", "6h", "--poll-multiple"])
    let poll = try #require(try await newest(at: server)["poll"] as? [String: Any])
    #expect((poll["options"] as? [[String: Any]])?.compactMap { $0["title"] as? String } == ["black", "-green"])
    #expect(poll["multiple"] as? Bool == true)

    let picture = folder.path(of: "dot.png")
    try Data(base64Encoded: Self.dot)?.write(to: URL(fileURLWithPath: picture))
    _ = try await post(["A dot", "--media", picture, "--description", "a dot, and nothing else"])
    let media = try #require(try await newest(at: server)["media_attachments"] as? [[String: Any]])
    #expect(media.map { $0["description"] as? String } == ["a dot, and nothing else"])

    let bare = try await reader.tern(["post", "--media", picture], input: "")
    #expect(bare.status == .exited(0) && bare.errors.hasPrefix("tern: \(picture) has no description\n"))
  }

  @Test func `A picture from a pipe is published, and anything else refused`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    try folder.write([UInt8](#require(Data(base64Encoded: Self.dot))), to: "dot")
    try folder.write("no picture", to: "text")
    func post(_ file: String, _ arguments: String...) async throws -> Tern.Outcome {
      let script = "exec \"$0\" post \"$@\" <\(folder.path(of: file))"
      return try await Tern.run(
        "/bin/sh", ["-c", script, Tern.path] + arguments,
        environment: ["HOME": folder.path, "TZ": "UTC", "LANG": "C.UTF-8"])
    }
    let sent = try await post("dot", "A dot", "--media", "-", "--description", "a dot from a pipe")
    #expect(sent.status == .exited(0), "\(sent.errors)")
    let found = try await newest(at: server)
    let media = try #require(found["media_attachments"] as? [[String: Any]])
    #expect(media.map { $0["description"] as? String } == ["a dot from a pipe"])
    #expect((found["content"] as? String)?.contains("A dot") == true)

    let text = try await post("text", "A text", "--media", "-")
    #expect(text.status == .exited(65))
    #expect(text.errorLine == "tern: standard input is no JPEG, PNG, WebP or GIF: it is not a picture")
    let twice = try await post("dot", "-", "--media", "-")
    #expect(twice.status == .exited(64) && twice.errors.contains("with --media - give the text as an argument"))
    try folder.write("", to: "empty")
    let none = try await post("empty", "Nothing", "--media", "-")
    #expect(none.errorLine == "tern: there is no picture on standard input")
    #expect(try await outbox.drafts().isEmpty)
  }

  @Test func `Scheduled posts and drafts are reported and not published`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let before = try await server.ids(of: "/api/v1/timelines/home", by: "grace")
    let later = try await reader.tern(["post", "Later", "--schedule", "2031-12-01 09:00"])
    #expect(later.status == .exited(0) && later.output.isEmpty)
    #expect(later.errors.hasSuffix("\ntern: scheduled for 2031-12-01 09:00\n"))
    #expect(try await server.ask("GET", "/api/v1/scheduled_statuses", by: "ada").objects.count == 1)

    let draft = try await reader.tern(["post", "Half a thought", "--draft"])
    #expect(draft.status == .exited(0) && draft.output.isEmpty && draft.errors.hasSuffix("tern: saved as a draft\n"))
    #expect(try await outbox.drafts() == ["Half a thought"])

    let long = String(repeating: "long ", count: 200)
    let refused = try await reader.tern(["post", long])
    #expect(refused.status == .exited(65) && refused.output.isEmpty)
    #expect(refused.errors == "tern: 500 over the limit; saved as a draft\n")
    #expect(try await outbox.drafts().first == long)
    #expect(try await server.ids(of: "/api/v1/timelines/home", by: "grace") == before)
  }

  @Test func `A post waits if the server does not respond, and the next sync sends it once`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    _ = try await post(["Before"])
    try await server.fail("/api/v1/statuses", by: "status")
    let waits = try await reader.tern(["post", "Not lost"])
    #expect(waits.status == .exited(75) && waits.output.isEmpty)
    #expect(waits.errorsWithoutVisibility.hasPrefix("tern: \(server.host): "))
    #expect(waits.errorLine.hasSuffix("; waits in the outbox; tern sync sends it"))
    #expect(try await outbox.outbox() == ["Not lost"])
    #expect(try await reader.tern(["sync"]).output.contains(", 1 sent"))
    #expect(try await reader.tern(["sync"]).output.contains("sent") == false)
    let found = try await server.ask("GET", "/api/v1/timelines/home?limit=40", by: "grace").objects
    #expect(found.count { ($0["content"] as? String)?.contains("Not lost") == true } == 1)
    server.stop()
    let offline = try await reader.tern(["post", "Server stopped"])
    #expect(offline.status == .exited(75) && offline.output.isEmpty)
    #expect(try await outbox.outbox() == ["Server stopped"])
  }

  @Test func `Invalid arguments are reported, and nothing is saved`() async throws {
    let noAccount = try await reader.tern(["post", "Without an account"])
    #expect(noAccount.status == .exited(69) && noAccount.errorLine.contains("tern login SERVER"))
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let wrong: [(arguments: [String], status: Int32)] = [
      ([], 64), (["-"], 64), (["Text", "--reply-to", "1", "--quote", "2"], 64),
      (["Text", "--language", "english"], 64),
      (["Text", "--schedule", "soon"], 64), (["Text", "--schedule", "2001-01-01 9:00"], 64),
      (["Text", "--visibility", "unknown"], 64), (["Text", "--poll-duration", "6h"], 64),
      (["Text", "--poll", "a", "--poll", "b", "--poll-duration", "long"], 64),
      (["Text", "--description", "of what?"], 64),
      (["Text", "--media", "/nowhere/dot.png"], 66), (["Text", "--account", "unknown"], 64),
    ]
    for (arguments, status) in wrong {
      let outcome = try await reader.tern(["post"] + arguments)
      #expect(outcome.status == .exited(status), "\(arguments): \(outcome.errors)")
      #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("tern: ") && !outcome.errorLine.contains("\n"))
    }
    try await reader.signIn(as: "grace", at: server)
    let unnamed = try await reader.tern(["post", "Which account?"])
    #expect(unnamed.status == .exited(64))
    #expect(unnamed.errorLine.contains("@ada@\(server.host), @grace@\(server.host)"))
    #expect(try await outbox.all().isEmpty)
    #expect(try await reader.tern(["post", "As grace", "--account", "grace"]).status == .exited(0))
  }

  /// A PNG of one pixel.
  private static let dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
}
