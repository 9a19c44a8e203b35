import Domain
import Foundation
import Runtime
import Testing

@testable import Store

/// Only the owner has access to the store.
@Suite struct StoreFilesTests {
  private let fixture = StoreHarness()

  private func permissions(_ path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test func `Only the owner can read the store, even while it is written`() throws {
    let items = (0..<3_000).map { ImportItem(.fixture(id: "\($0)", text: "Post \($0)"), in: .posts) }
    var modes: [String: Int?] = [:]
    _ = try fixture.store.importPosts(
      from: ListSource(items, owner: .owner), named: "posts", at: "posts", stop: CancellationFlag()
    ) { _, _ in
      for name in (try? FileManager.default.contentsOfDirectory(atPath: fixture.directory)) ?? [] {
        modes[name] = try? permissions(fixture.directory + "/" + name)
      }
    }
    #expect(modes == ["tern.sqlite": 0o600, "tern.sqlite-wal": 0o600, "tern.sqlite-shm": 0o600, "import.lock": 0o600])
    #expect(try permissions(fixture.directory) == 0o700)
  }

  @Test func `Reading creates no files`() async throws {
    #expect(try await StoreAccounts(store: fixture.store).accounts() == [])
    #expect(!FileManager.default.fileExists(atPath: fixture.directory))
  }
}
