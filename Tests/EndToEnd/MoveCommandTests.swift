import FaultServer
import Foundation
import ProgramSupport
import StoreSupport
import Testing

/// `tern move` between accounts of a server, as the server sees its effect.
@Suite(.needsServer, .endsInTime) struct MoveCommandTests {
  private let reader = ServerUser()
  private var folder: TemporaryFolder { reader.folder }

  private var directory: String { folder.path(of: "moving") }

  private func signIn() async throws -> MastodonMock {
    let server = try await MastodonMock.start(in: folder)
    for name in ["ada", "katherine"] { try await reader.signIn(as: name, at: server) }
    return server
  }

  private func id(of name: String, at server: MastodonMock) async throws -> String {
    let found = try await server.ask("GET", "/api/v1/accounts/lookup?acct=\(name)", by: "ada").object
    return try #require(found["id"] as? String)
  }

  /// Gives @ada a list, a blocked server and a followed hashtag.
  private func fill(_ server: MastodonMock) async throws {
    let (grace, alan) = (try await id(of: "grace", at: server), try await id(of: "alan", at: server))
    let list = try await server.ask("POST", "/api/v1/lists", by: "ada", body: .form([("title", "Looms, new")])).object
    let listID = try #require(list["id"] as? String)
    _ = try await server.ask(
      "POST", "/api/v1/lists/\(listID)/accounts", by: "ada",
      body: .form([("account_ids[]", grace), ("account_ids[]", alan)]))
    _ = try await server.ask("POST", "/api/v1/domain_blocks", by: "ada", body: .form([("domain", "spam.example")]))
    _ = try await server.ask("POST", "/api/v1/tags/loom/follow", by: "ada")
  }

  private func file(_ name: String) throws -> String {
    try String(contentsOfFile: directory + "/" + name, encoding: .utf8)
  }

  @Test func `Lists, servers and hashtags move, once`() async throws {
    let server = try await signIn()
    try await fill(server)
    let exported = try await reader.tern(["move", "export", directory, "--account", "ada"])
    #expect(exported.status == .exited(0) && exported.errors.isEmpty, "\(exported.errors)")
    #expect(exported.output.contains("servers blocked 1, lists 1, hashtags 1"))
    #expect(try file("lists.csv").contains("\"Looms, new\",grace@\(server.host)\n"))
    #expect(try file("blocked_domains.csv") == "spam.example\n" && file("followed_tags.csv") == "Hashtag\nloom\n")

    let arguments = ["move", "import", directory, "--account", "katherine"]
    let plan = try await reader.tern(arguments)
    #expect(plan.status == .exited(0))
    for line in ["block 1 server", "create 1 list", "add 2 accounts to lists", "follow 1 hashtag"] {
      #expect(plan.output.contains("  \(line)\n"), "\(plan.output)")
    }
    #expect(try await server.ask("GET", "/api/v1/lists", by: "katherine").objects.isEmpty)

    let moved = try await reader.tern(arguments + ["--yes"])
    #expect(moved.status == .exited(0) && moved.errors.isEmpty, "\(moved.output) \(moved.errors)")
    let lists = try await server.ask("GET", "/api/v1/lists", by: "katherine").objects
    #expect(lists.map { $0["title"] as? String } == ["Looms, new"])
    let listID = try #require(lists.first?["id"] as? String)
    let members = try await server.ask("GET", "/api/v1/lists/\(listID)/accounts", by: "katherine").objects
    #expect(Set(members.compactMap { $0["username"] as? String }) == ["grace", "alan"])
    let tags = try await server.ask("GET", "/api/v1/followed_tags", by: "katherine").objects
    #expect(tags.map { $0["name"] as? String } == ["loom"])

    // A second import changes nothing.
    let again = try await reader.tern(arguments + ["--yes"])
    #expect(again.status == .exited(0))
    for line in [
      "block 0 servers (1 already done)", "add 0 accounts to lists (2 already done)",
      "follow 0 hashtags (1 already done)",
    ] { #expect(again.output.contains("  \(line)\n"), "\(again.output)") }
    #expect(!again.output.contains("create"))
  }

  @Test func `Each line that fails is named, and does not stop the others`() async throws {
    let server = try await signIn()
    let missing = (4...9).map { "Looms,none\($0)@\(server.host)\n" }.joined()
    try folder.write(
      "List name,Account address\nLooms,grace@\(server.host)\nLooms,not an account\n\(missing)\"x\n",
      to: "moving/lists.csv")
    try folder.write("loom\n", to: "moving/followed_tags.csv")
    let moved = try await reader.tern(["move", "import", directory, "--account", "katherine", "--yes"])
    #expect(moved.output.contains("added @grace@\(server.host) to “Looms”\n"))
    // The server has responded to all of them, so they do not stop the import.
    #expect(moved.output.contains("followed #loom\n"))
    #expect(moved.errors.contains("\(directory)/lists.csv: 3:1: expected an account such as user@server.example"))
    #expect(moved.errors.contains("\(directory)/lists.csv: 10:1: expected a closing quote"))
    #expect(moved.errors.contains("\(directory)/lists.csv: 4: @none4@\(server.host), “Looms”: no account"))
    #expect(moved.status == .exited(69), "\(moved.errors)")
    // Only the lines that failed are left.
    let again = try await reader.tern(["move", "import", directory, "--account", "katherine"])
    #expect(again.output.contains("  add 6 accounts to lists (1 already done)\n"))
    #expect(again.status == .exited(65))
  }

  @Test func `An interrupted import continues`() async throws {
    let server = try await signIn()
    try await fill(server)
    _ = try await reader.tern(["move", "export", directory, "--account", "ada"])
    let arguments = ["move", "import", directory, "--account", "katherine", "--yes"]
    try await server.fail("/api/v1/tags/loom/follow", by: "status")
    let first = try await reader.tern(arguments)
    #expect(first.status != .exited(0) && first.errors.contains("followed_tags.csv: 2: #loom: "), "\(first.errors)")
    try await server.stopFailing()
    let second = try await reader.tern(arguments)
    #expect(second.status == .exited(0), "\(second.errors)")
    #expect(second.output.contains("  block 0 servers (1 already done)\n"))
    #expect(try await server.ask("GET", "/api/v1/followed_tags", by: "katherine").objects.count == 1)
  }

  @Test func `Without the server, nothing is done`() async throws {
    let server = try await signIn()
    try folder.write("spam.example\n", to: "moving/domain_blocks.csv")
    server.stop()
    let moved = try await reader.tern(["move", "import", directory, "--account", "katherine", "--yes"])
    #expect(moved.status == .exited(69) && moved.output.isEmpty && moved.errors.contains("does not respond"))
    let empty = try await reader.tern(["move", "import", folder.path, "--account", "katherine"])
    #expect(empty.status == .exited(66) && empty.errors.contains("has none of following_accounts.csv"))
    let missing = try await reader.tern(["move", "import", folder.path(of: "none"), "--account", "katherine"])
    #expect(missing.status == .exited(66) && missing.errors.contains("/none: no such directory"))
    let file = try await reader.tern(
      ["move", "import", folder.path(of: "moving/domain_blocks.csv"), "--account", "katherine"])
    #expect(file.status == .exited(66) && file.errors.contains("domain_blocks.csv: not a directory"))
  }
}
