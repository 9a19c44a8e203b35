import Domain
import FolderSupport
import Foundation
import Session
import TestSupport
import Testing

/// session.json of version 1, as written for the demo: three accounts, one with a password; positions in
/// several timelines; a post read above the mark.
@Suite struct SessionMigrationTests {
  private static let ada = AccountID.demo("ada@demo")
  private let folder = TemporaryFolder()
  private let storage: FileSessionStorage

  init() throws {
    storage = FileSessionStorage(directory: folder.path)
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/version-1.json")
    try folder.write(String(contentsOf: fixture, encoding: .utf8), to: "session.json")
  }

  private func position(_ id: String, of account: AccountID, _ seconds: Double) -> EntryPosition {
    EntryPosition(key: PostKey(id: PostID(id), account: account), date: Date(timeIntervalSinceReferenceDate: seconds))
  }

  private func memory(
    of account: AccountID, isSignedIn: Bool, position: EntryPosition, mark: EntryPosition
  ) -> AccountState {
    AccountState(
      isSignedIn: isSignedIn, lastTimeline: ListedTimeline(.home), positions: [.home: position],
      marks: [.home: ReadMark(newest: mark)])
  }

  private var expected: SessionState {
    let (flaky, password) = (AccountID.demo("flaky@demo"), AccountID.demo("password@demo"))
    let ada = Self.ada
    return SessionState(
      lastAccount: ada,
      accounts: [
        ada: AccountState(
          lastTimeline: ListedTimeline(.named("Mentions")),
          positions: [
            .home: position("news-4", of: ada, 817020720.3791238),
            .named("Mentions"): position("m-walk-2", of: ada, 817018120.3791238),
            .named("Favourites"): position("landing", of: ada, 817019920.3791238),
          ],
          marks: [
            .home: ReadMark(
              newest: position("coffee", of: ada, 817020640.3791238),
              others: [PostKey(id: PostID("news-4"), account: ada)]),
            .named("Mentions"): ReadMark(newest: position("mention-news", of: ada, 817020710.3791238)),
            .named("Favourites"): ReadMark(newest: position("coffee", of: ada, 817020640.3791238)),
          ]),
        flaky: memory(
          of: flaky, isSignedIn: false, position: position("wind-3", of: flaky, 817019627.396907),
          mark: position("wind-1", of: flaky, 817020707.396907)),
        password: memory(
          of: password, isSignedIn: true, position: position("cave-2", of: password, 817019693.7341188),
          mark: position("cave-1", of: password, 817020353.7341188)),
      ])
  }

  @Test func `Positions, marks, accounts and the last timeline are preserved`() {
    #expect(storage.load() == expected)
  }

  @Test func `Loading writes nothing, and the next change stores the current format`() throws {
    let before = try folder.text(of: "session.json")
    _ = storage.load()
    #expect(try folder.text(of: "session.json") == before)
    #expect(try folder.names() == ["session.json"])
    try storage.update { $0.accounts[Self.ada]?.isSignedIn = true }
    var session = expected
    session.accounts[Self.ada]?.isSignedIn = true
    #expect(FileSessionStorage(directory: folder.path).load() == session)
    #expect(try folder.text(of: "session.json").contains("\"version\" : 2"))
    #expect(try folder.names() == ["session.json", "session.lock"])
  }

  @Test(arguments: [1, 2]) func `Accounts of unknown kinds are kept`(version: Int) throws {
    let timeline = version == 1 ? "\"Home\"" : "{\"id\": \"home\", \"title\": \"Home\"}"
    let key = version == 1 ? "Home" : "home"
    try folder.write(
      """
      {"version": \(version), "lastAccount": "mastodon:https://a.example/1", "accounts": {
       "mastodon:https://a.example/1": {"isSignedIn": true, "lastTimeline": \(timeline),
        "places": {"\(key)": {"id": "7", "date": 5}}}, "odd": {"isSignedIn": false, "places": {}}}}
      """, to: "session.json")
    let account = AccountID(storageKey: "mastodon:https://a.example/1")
    try storage.update { $0.accounts[Self.ada] = AccountState() }
    let session = FileSessionStorage(directory: folder.path).load()
    #expect(session.lastAccount == account)
    #expect(
      session.accounts[account]
        == AccountState(
          isSignedIn: true, lastTimeline: ListedTimeline(.home), positions: [.home: position("7", of: account, 5)]))
    #expect(session.accounts.count == 3)
  }

  @Test func `Two accounts with the same post IDs have separate positions and marks`() throws {
    let other = AccountID.demo("grace@demo")
    try storage.update { session in
      session = SessionState()
      for (account, seconds) in [(Self.ada, 1.0), (other, 2)] {
        session.accounts[account] = AccountState(
          positions: [.home: position("1", of: account, seconds)],
          marks: [.home: ReadMark(newest: position("1", of: account, seconds))])
      }
    }
    let session = FileSessionStorage(directory: folder.path).load()
    #expect(session.accounts[Self.ada]?.positions == [.home: position("1", of: Self.ada, 1)])
    #expect(session.accounts[other]?.positions == [.home: position("1", of: other, 2)])
    #expect(session.accounts[other]?.marks == [.home: ReadMark(newest: position("1", of: other, 2))])
  }
}
