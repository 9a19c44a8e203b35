import Domain
import FolderSupport
import Foundation
import Session
import TestSupport
import Testing

/// Searches pinned as tabs, in the session file.
@Suite struct SavedSearchesTests {
  private let folder = TemporaryFolder()
  private let storage: FileSessionStorage

  init() throws {
    storage = FileSessionStorage(directory: folder.path)
  }

  private func reloaded() -> [SavedSearch] { FileSessionStorage(directory: folder.path).load().savedSearches }

  @Test func `Searches are stored in order without duplicates`() throws {
    let all = [SavedSearch("tea", in: nil), SavedSearch("tea", in: .store("ada")), SavedSearch("loom OR web", in: nil)]
    for search in all { try storage.update { $0.save(search) } }
    #expect(reloaded() == all)
    try storage.update { $0.save(all[2], at: 0) }
    #expect(reloaded() == [all[2], all[0], all[1]])
    try storage.update { $0.savedSearches.removeAll() }
    #expect(reloaded().isEmpty)
  }

  @Test func `Hashtags and timelines of servers are stored, and read as they were`() throws {
    let server = try #require(PublicTimeline(typed: "#loom@tern.example"))
    let ada = AccountID.mastodon("ada@tern.example")
    let all = [
      SavedSearch(.tag("loom weave +spring"), in: ada), SavedSearch("tea", in: nil),
      SavedSearch(.publicTimeline(server), in: ada),
    ]
    for tab in all { try storage.update { $0.save(tab) } }
    #expect(reloaded() == all)
    try storage.update { $0.remove(all[0]) }
    #expect(reloaded() == Array(all.dropFirst()))
  }

  @Test func `Tabs that no account can show are not saved`() throws {
    let server = try #require(PublicTimeline(typed: "tern.example"))
    let ada = AccountID.demo("ada")
    var session = SessionState()
    for tab in [
      SavedSearch(.publicTimeline(server), in: nil), SavedSearch(.tag("a b"), in: nil),
      SavedSearch(.tag("a  b"), in: ada), SavedSearch(.home, in: ada),
    ] {
      let isSaved = session.save(tab)
      #expect(!isSaved)
    }
    #expect(session.savedSearches.isEmpty)
  }

  @Test func `Unknown timelines in the file are left out`() throws {
    try folder.write(
      """
      {"version": 2, "accounts": {}, "savedSearches": [
        {"query": "", "account": "demo:ada", "timeline": "public:nowhere"},
        {"query": "", "account": "demo:ada", "timeline": "later:kind"},
        {"query": "", "account": "demo:ada", "timeline": "tag:loom weave"}, {"query": "tea"}
      ]}
      """, to: "session.json")
    #expect(reloaded() == [SavedSearch(.tag("loom weave"), in: .demo("ada")), SavedSearch("tea", in: nil)])
  }

  @Test func `Removing an account removes its searches`() throws {
    let (ada, all) = (SavedSearch("tea", in: .store("ada")), SavedSearch("tea", in: nil))
    for search in [ada, all] { try storage.update { $0.save(search) } }
    try storage.update { $0.removeSearches(of: .store("ada")) }
    #expect(reloaded() == [all])
  }

  @Test func `Positions of removed searches are dropped, also in columns`() throws {
    let (ada, grace) = (AccountID.store("ada"), AccountID.demo("grace"))
    let tea = SavedSearch("tea", in: ada)
    func position(_ account: AccountID) -> EntryPosition {
      EntryPosition(key: PostKey(id: PostID("1"), account: account), date: .noon)
    }
    func memory(_ account: AccountID) -> AccountState {
      AccountState(lastTimeline: ListedTimeline(tea.timeline), positions: [tea.timeline: position(account)])
    }
    try storage.update { session in
      session.save(tea)
      session.accounts = [ada: memory(ada), grace: memory(grace)]
      session.columns = [
        TimelineColumn(id: 0, account: ada, timeline: ListedTimeline(tea.timeline), position: position(ada)),
        TimelineColumn(id: 1, account: grace, timeline: ListedTimeline(tea.timeline), position: position(grace)),
        TimelineColumn(id: 2, account: ada, timeline: ListedTimeline(.home), position: position(ada)),
      ]
    }
    try storage.update { $0.remove(tea) }
    var session = FileSessionStorage(directory: folder.path).load()
    #expect(session.accounts == [ada: AccountState(), grace: memory(grace)])
    #expect(session.columns.map(\.timeline) == [nil, ListedTimeline(tea.timeline), ListedTimeline(.home)])
    #expect(session.columns.map(\.position) == [nil, position(grace), position(ada)])
    session.removeSearches(of: grace)
    #expect(session.accounts[grace] == nil)
    #expect(session.columns.map(\.timeline) == [nil, nil, ListedTimeline(.home)])
    #expect(session.columns.map(\.position) == [nil, nil, position(ada)])
  }

  @Test func `One search too many is an error`() async throws {
    let remember = SaveSearches(session: SessionMemory(storage))
    #expect(await remember.savedSearches().isEmpty)
    for number in 0..<50 {
      try FileSessionStorage(directory: folder.path).update { $0.save(SavedSearch("\(number)", in: nil)) }
    }
    await #expect(throws: SessionError.self) { try await remember.save(SavedSearch("tea", in: nil), at: nil) }
    #expect(reloaded().count == 50 && !reloaded().contains(SavedSearch("tea", in: nil)))
    try await remember.remove(SavedSearch("7", in: nil))
    try await remember.save(SavedSearch("tea", in: nil), at: nil)
    #expect(reloaded().last == SavedSearch("tea", in: nil))
  }

  @Test func `Invalid and excess searches in the file are left out`()
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
  func `An invalid search is left out, and the others stay`(entry: String) throws {
    let file = #"{"version": 2, "accounts": {}, "searches": ["loom"], "savedSearches": [\#(entry), {"query": "tea"}]}"#
    try folder.write(file, to: "session.json")
    #expect(reloaded() == [SavedSearch("tea", in: nil)])
    #expect(storage.load().searches == ["loom"])
  }
}
