import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Uploads of posts in the outbox.
@Suite(.timeLimit(.minutes(5))) struct OutboxFilesTests {
  private static let lost = TimelineError.offline(host: "server.example")

  @Test func `Files are uploaded first, once each, with progress`() async throws {
    let writing = try await WritingHarness()
    writing.server.uploadFaults = [.lostBefore(Self.lost)]
    writing.server.faults = [.lostBefore(Self.lost), .lostBefore(Self.lost)]
    let tern = writing.start()
    let news = tern.publishing.outboxEvents()
    let draft = writing.draft(files: ["/a.png", "/b.png"])
    try await tern.publishing.send(draft, delay: 0)
    #expect(try await writing.waitUntilDone())
    let uploads = writing.server.calls.filter { $0.hasPrefix("upload") }
    #expect(uploads == ["upload /a.png", "upload /a.png", "upload /b.png"])
    #expect(writing.server.posts.map(\.media.count) == [2])
    var shares: [Int: Double] = [:]
    for await event in news {
      if case .uploading(draft.id, let file, let share) = event { shares[file] = share }
      if case .sent = event { break }
    }
    #expect(shares == [0: 1, 1: 1])
  }

  @Test func `A file that the server has deleted is uploaded again`() async throws {
    let writing = try await WritingHarness()
    writing.server.faults = [.lostBefore(Self.lost)]
    let tern = writing.start()
    try await tern.publishing.send(writing.draft(files: ["/a.png"]), delay: 0)
    #expect(try await writing.wait { try await writing.entries.first?.failure != nil })
    writing.server.forgetFiles()
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.posts.map(\.media.count) == [1])
    #expect(writing.server.calls.filter { $0.hasPrefix("upload") }.count == 2)
  }

  @Test(arguments: [
    TimelineError.fileMissing(path: "/a.png"), .fileUnreadable(path: "/a.png", reason: "Permission denied"),
    .refused(host: "server.example", message: "Too large"),
  ])
  func `A post whose upload fails becomes a draft`(error: TimelineError) async throws {
    let writing = try await WritingHarness()
    writing.server.uploadFaults = [.refused(error)]
    let tern = writing.start()
    try await tern.publishing.send(writing.draft(files: ["/a.png"]), delay: 0)
    #expect(try await writing.wait { try await writing.drafts.first?.refusal?.isEmpty == false })
    #expect(try await writing.entries == [])
    #expect(!writing.server.calls.contains("publish"))
  }

  @Test func `A changed description is sent without uploading the file again`()
    async throws
  {
    let writing = try await WritingHarness()
    let refusal = TimelineError.rateLimited(host: "server.example", until: writing.clock.now.addingTimeInterval(9))
    writing.server.faults = [.refused(.refused(host: "server.example", message: "No")), .refused(refusal)]
    let tern = writing.start()
    try await tern.publishing.send(writing.draft(files: ["/a.png", "/b.png"]), delay: 0)
    #expect(try await writing.wait { try await writing.drafts.first?.refusal != nil })
    var draft = try #require(try await writing.drafts.first)
    #expect(draft.media.map(\.uploadedDescription) == ["a picture", "a picture"])
    draft.media[1].description = "a loom"
    try await tern.publishing.send(draft, delay: 0)
    #expect(try await writing.waitUntilDone())
    let uploads = writing.server.calls.filter { $0.hasPrefix("upload") }
    #expect(uploads == ["upload /a.png", "upload /b.png", "upload /b.png"])
  }

  @Test func `A post can be taken back during uploads`() async throws {
    let writing = try await WritingHarness()
    writing.server.uploadFaults = [.lostAfter(Self.lost), .hangs(isAccepted: false)]
    let tern = writing.start()
    let draft = writing.draft(files: ["/a.png"])
    try await tern.publishing.send(draft, delay: 0)
    #expect(await writing.wait(upTo: 30) { writing.server.calls.filter { $0.hasPrefix("upload") }.count == 2 })
    // The sender keeps the claim for as long as it takes.
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    for _ in 1...9 {
      let lease = try await writing.entries.first?.state
      #expect(await writing.clock.waitForSleepers(1))
      writing.clock.advance(to: writing.clock.now.addingTimeInterval(20))
      #expect(try await writing.wait { try await writing.entries.first?.state != lease })
    }
    let other = writing.start()
    #expect(try await other.publishing.withdraw(draft.id) == nil)
    #expect(try await tern.publishing.withdraw(draft.id)?.text == "Steam!")
    #expect(try await writing.entries == [])
    #expect(try await writing.drafts.map(\.id) == [draft.id])
    #expect(writing.server.posts.isEmpty)
  }
}
