import Domain
import FolderSupport
import Foundation
import Session
import TestSupport
import Testing

/// The file of the filters in the search language.
@Suite struct FileLocalFiltersTests {
  private static let filter = LocalFilter(
    id: "1", name: "Looms", query: "from:grace #loom", expiresAt: .noon, hides: false, accounts: [.demo("ada@demo")],
    contexts: [.home, .thread])
  private let folder = TemporaryFolder()
  private let storage: FileLocalFilters

  init() throws {
    storage = FileLocalFilters(directory: folder.path)
  }

  @Test func `Filters are stored and loaded unchanged`() throws {
    #expect(storage.load().isEmpty)
    #expect(try folder.names().isEmpty)
    #expect(try storage.update { $0 = [Self.filter] } == [Self.filter])
    #expect(FileLocalFilters(directory: folder.path).load() == [Self.filter])
    #expect(try folder.names() == ["filters.json", "filters.lock"])
  }

  @Test func `A change keeps what another process has stored`() throws {
    _ = try storage.update { $0 = [Self.filter] }
    let other = LocalFilter(id: "2", name: "Other", query: "other")
    #expect(try FileLocalFilters(directory: folder.path).update { $0.append(other) } == [Self.filter, other])
    #expect(storage.load() == [Self.filter, other])
  }

  @Test func `A damaged file is set aside by the next change, a newer one is kept`() throws {
    try folder.write("{", to: "filters.json")
    #expect(storage.load().isEmpty)
    _ = try storage.update { $0 = [Self.filter] }
    #expect(try folder.names() == ["filters.json", "filters.json.damaged", "filters.lock"])
    try folder.write(#"{"version": 2, "filters": "?"}"#, to: "filters.json")
    #expect(throws: SessionError.self) { try storage.update { $0 = [] } }
    #expect(storage.load().isEmpty)
  }
}
