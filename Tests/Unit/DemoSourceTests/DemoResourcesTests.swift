import Domain
import Foundation
import Testing

@testable import DemoSource

/// The demo that is shipped.
@Suite struct DemoResourcesTests {
  private struct Document: Decodable {
    struct Timeline: Decodable {
      var posts: [Entry]
    }

    struct Entry: Decodable {
      var id: String
    }

    var timelines: [Timeline]
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Resources/Demo").standardizedFileURL.path

  @Test func `The posts of a script are in its document, inserted ones on top and the gap complete`() throws {
    let path = Self.folder + "/accounts.json"
    let entries = try DemoAccountsFile(bytes: DemoAccountsFile.bytes(of: path), path: path).accounts.filter {
      $0.script != nil
    }
    #expect(entries.map(\.handle) == ["live@demo"])
    for entry in entries {
      let script = try #require(entry.script)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/" + entry.file))
      let posts = try JSONDecoder().decode(Document.self, from: bytes).timelines[0].posts.map { PostID($0.id) }
      var inserted: Set<PostID> = []
      for step in script.steps {
        switch step.event {
        case .insert(let id): inserted.insert(id)
        case .edit(let id, _, _), .delete(let id), .readOnOtherDevice(let id): #expect(posts.contains(id), "\(id)")
        case .connection: break
        }
      }
      #expect(Set(posts.prefix(inserted.count)) == inserted)
      // A post may be listed again with another repost, but not if the script inserts it.
      #expect(posts.count(where: inserted.contains) == inserted.count)
      let gap = try #require(script.gap)
      let lower = try #require(posts.firstIndex(of: gap.above))
      #expect(lower - gap.count >= inserted.count)
    }
  }
}
