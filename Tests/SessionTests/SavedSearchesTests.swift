import Domain
import FolderSupport
import Foundation
import Session
import TestSupport
import Testing

/// Searches that stand as tabs, from one start to the next.
@Suite struct SavedSearchesTests {
  private let folder: TemporaryFolder
  private let storage: FileSessionStorage

  init() throws {
    folder = try TemporaryFolder()
    storage = FileSessionStorage(directory: folder.path)
  }

  private func reloaded() -> [SavedSearch] { FileSessionStorage(directory: folder.path).load().savedSearches }

  @Test func `They are kept in their order, each once, of an account or of all`() throws {
    let all = [SavedSearch("tea", in: nil), SavedSearch("tea", in: .store("ada")), SavedSearch("loom OR web", in: nil)]
    for search in all { try storage.update { $0.save(search) } }
    #expect(reloaded() == all)
    try storage.update { $0.save(all[2], at: 0) }
    #expect(reloaded() == [all[2], all[0], all[1]])
    try storage.update { $0.savedSearches.removeAll() }
    #expect(reloaded().isEmpty)
  }

  @Test func `Those of an account that is no more make room`() throws {
    let (ada, all) = (SavedSearch("tea", in: .store("ada")), SavedSearch("tea", in: nil))
    for search in [ada, all] { try storage.update { $0.save(search) } }
    try storage.update { $0.forgetSearches(of: .store("ada")) }
    #expect(reloaded() == [all])
  }

  @Test func `Where one stood that is forgotten is not kept, nor in columns`() throws {
    let (ada, grace) = (AccountID.store("ada"), AccountID.demo("grace"))
    let tea = SavedSearch("tea", in: ada)
    func place(_ account: AccountID) -> Place { Place(key: PostKey(id: PostID("1"), account: account), date: .noon) }
    func memory(_ account: AccountID) -> AccountMemory {
      AccountMemory(lastTimeline: ListedTimeline(tea.timeline), places: [tea.timeline: place(account)])
    }
    try storage.update { session in
      session.save(tea)
      session.accounts = [ada: memory(ada), grace: memory(grace)]
      session.columns = [
        TimelineColumn(id: 0, account: ada, timeline: ListedTimeline(tea.timeline), place: place(ada)),
        TimelineColumn(id: 1, account: grace, timeline: ListedTimeline(tea.timeline), place: place(grace)),
        TimelineColumn(id: 2, account: ada, timeline: ListedTimeline(.home), place: place(ada)),
      ]
    }
    try storage.update { $0.forget(tea) }
    var session = FileSessionStorage(directory: folder.path).load()
    #expect(session.accounts == [ada: AccountMemory(), grace: memory(grace)])
    #expect(session.columns.map(\.timeline) == [nil, ListedTimeline(tea.timeline), ListedTimeline(.home)])
    #expect(session.columns.map(\.place) == [nil, place(grace), place(ada)])
    session.forgetSearches(of: grace)
    #expect(session.accounts[grace] == nil)
    #expect(session.columns.map(\.timeline) == [nil, nil, ListedTimeline(.home)])
    #expect(session.columns.map(\.place) == [nil, nil, place(ada)])
  }

  @Test func `Whoever keeps one more than another Tern has left room for is told`() async throws {
    let remember = SaveSearches(session: SessionMemory(storage))
    #expect(await remember.saved().isEmpty)
    for number in 0..<50 {
      try FileSessionStorage(directory: folder.path).update { $0.save(SavedSearch("\(number)", in: nil)) }
    }
    await #expect(throws: SessionError.self) { try await remember.save(SavedSearch("tea", in: nil), at: nil) }
    #expect(reloaded().count == 50 && !reloaded().contains(SavedSearch("tea", in: nil)))
    try await remember.forget(SavedSearch("7", in: nil))
    try await remember.save(SavedSearch("tea", in: nil), at: nil)
    #expect(reloaded().last == SavedSearch("tea", in: nil))
  }

  @Test func `What another hand has written there is left out where nobody has typed it, and there are not too many`()
    throws
  {
    let texts = ["\u{1B}[31mred", " a", "", String(repeating: "x", count: 500)] + (0..<90).map { "\($0)" }
    let file: [String: Any] = [
      "version": 2, "accounts": [String: Any](), "savedSearches": texts.map { ["query": $0, "account": "demo:ada"] },
    ]
    try folder.write(String(decoding: JSONSerialization.data(withJSONObject: file), as: UTF8.self), to: "session.json")
    #expect(reloaded() == (0..<50).map { SavedSearch("\($0)", in: .demo("ada")) })
  }

  @Test(arguments: [#"{"account": "store:ada"}"#, #"{"query": 7}"#, #"{"query": "x", "account": 7}"#, #""x""#, "null"])
  func `One that is written wrongly is left out, and nothing else is lost`(entry: String) throws {
    let file = #"{"version": 2, "accounts": {}, "searches": ["loom"], "savedSearches": [\#(entry), {"query": "tea"}]}"#
    try folder.write(file, to: "session.json")
    #expect(reloaded() == [SavedSearch("tea", in: nil)])
    #expect(storage.load().searches == ["loom"])
  }
}
