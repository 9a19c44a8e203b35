import Foundation
import ProgramSupport
import StoreSupport
import Testing

/// `tern scheduled` with a server.
@Suite(.needsServer, .endsInTime) struct ScheduledCommandTests {
  private let reader = ServerUser()
  private var folder: TemporaryFolder { reader.folder }

  private func schedule(_ text: String, at time: String) async throws {
    let outcome = try await reader.tern(["post", text, "--schedule", time, "--visibility", "unlisted"])
    try #require(outcome.status == .exited(0), "\(outcome.errors)")
  }

  private func lines() async throws -> [[String]] {
    let outcome = try await reader.tern(["scheduled"])
    try #require(outcome.status == .exited(0), "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
  }

  @Test func `Scheduled posts are listed, changed and cancelled`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let none = try await reader.tern(["scheduled"])
    #expect(none.status == .exited(0) && none.output.isEmpty && none.errors == "tern: no scheduled posts\n")

    try await schedule("Two\nlines", at: "2031-12-02 09:00")
    try await schedule("Sooner", at: "2031-12-01 09:00")
    let listed = try await lines()
    #expect(
      listed.map { Array($0.dropFirst()) } == [
        ["2031-12-01 09:00", "unlisted", "Sooner"], ["2031-12-02 09:00", "unlisted", "Two lines"],
      ])
    let (sooner, later) = (listed[0][0], listed[1][0])

    let changed = try await reader.tern(["scheduled", "change", sooner, "--at", "2031-12-03 10:30"])
    #expect(changed.status == .exited(0) && changed.output == "scheduled for 2031-12-03 10:30\n")
    #expect(try await lines().map(\.[1]) == ["2031-12-02 09:00", "2031-12-03 10:30"])

    let cancelled = try await reader.tern(["scheduled", "cancel", later])
    #expect(cancelled.status == .exited(0) && cancelled.output == "cancelled\n")
    let json = try await reader.tern(["scheduled", "--format", "jsonl"])
    let post = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(post["id"] as? String == sooner && post["text"] as? String == "Sooner")
    #expect(post["publishAt"] as? String == "2031-12-03T10:30:00Z" && post["visibility"] as? String == "unlisted")
    #expect(try await server.ask("GET", "/api/v1/scheduled_statuses", by: "ada").objects.count == 1)
  }

  @Test func `Errors are one line with an exit status`() async throws {
    let server = try await MastodonMock.start(in: folder)
    let unknown = try await reader.tern(["scheduled"])
    #expect(unknown.status == .exited(69) && unknown.errors.hasPrefix("tern: no Mastodon accounts"))
    try await reader.signIn(at: server)
    try await schedule("Later", at: "2031-12-01 09:00")
    let id = try #require(try await lines().first?.first)
    for arguments in [["cancel", "99999999"], ["change", "99999999", "--at", "+2h"]] {
      let missing = try await reader.tern(["scheduled"] + arguments)
      #expect(missing.status == .exited(69) && missing.output.isEmpty)
      #expect(missing.errors.hasPrefix("tern: no scheduled post “99999999”"))
    }
    for (time, message) in [("soon", "Enter a time like"), ("+1m", "at least five minutes ahead")] {
      let outcome = try await reader.tern(["scheduled", "change", id, "--at", time])
      #expect(outcome.status == .exited(64) && outcome.errors.hasPrefix("tern: --at \(time): "))
      #expect(outcome.errors.contains(message))
    }
    try await server.fail("/api/v1/scheduled_statuses", by: "status")
    let failed = try await reader.tern(["scheduled"])
    #expect(failed.status == .exited(69) && failed.errors.hasPrefix("tern: \(server.host): "))
    #expect(failed.errors.split(separator: "\n").count == 1)
  }
}
