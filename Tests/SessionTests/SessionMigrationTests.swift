import Domain
import FolderSupport
import Foundation
import Session
import TestSupport
import Testing

/// session.json of the version before, as a Tern of that version wrote it on the demo: three accounts, of which one asked
/// for a password; places in several timelines; a post that was read above the mark.
@Suite struct SessionMigrationTests {
  private static let ada = AccountID.demo("ada@demo")
  private let folder: TemporaryFolder
  private let storage: FileSessionStorage

  init() throws {
    folder = try TemporaryFolder()
    storage = FileSessionStorage(directory: folder.path)
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/version-1.json")
    try folder.write(String(contentsOf: fixture, encoding: .utf8), to: "session.json")
  }

  private func place(_ id: String, of account: AccountID, _ seconds: Double) -> Place {
    Place(key: PostKey(id: PostID(id), account: account), date: Date(timeIntervalSinceReferenceDate: seconds))
  }

  private func memory(
    of account: AccountID, isSignedIn: Bool, place: Place, mark: Place
  ) -> AccountMemory {
    AccountMemory(
      isSignedIn: isSignedIn, lastTimeline: ListedTimeline(.home), places: [.home: place],
      marks: [.home: ReadMark(newest: mark)])
  }

  private var expected: SessionState {
    let (flaky, password) = (AccountID.demo("flaky@demo"), AccountID.demo("password@demo"))
    let ada = Self.ada
    return SessionState(
      lastAccount: ada,
      accounts: [
        ada: AccountMemory(
          lastTimeline: ListedTimeline(.named("Mentions")),
          places: [
            .home: place("news-4", of: ada, 817020720.3791238),
            .named("Mentions"): place("m-walk-2", of: ada, 817018120.3791238),
            .named("Favourites"): place("landing", of: ada, 817019920.3791238),
          ],
          marks: [
            .home: ReadMark(
              newest: place("coffee", of: ada, 817020640.3791238),
              others: [PostKey(id: PostID("news-4"), account: ada)]),
            .named("Mentions"): ReadMark(newest: place("mention-news", of: ada, 817020710.3791238)),
            .named("Favourites"): ReadMark(newest: place("coffee", of: ada, 817020640.3791238)),
          ]),
        flaky: memory(
          of: flaky, isSignedIn: false, place: place("wind-3", of: flaky, 817019627.396907),
          mark: place("wind-1", of: flaky, 817020707.396907)),
        password: memory(
          of: password, isSignedIn: true, place: place("cave-2", of: password, 817019693.7341188),
          mark: place("cave-1", of: password, 817020353.7341188)),
      ])
  }

  @Test func `Places, marks, accounts and where the person was last are as they were`() {
    #expect(storage.load() == expected)
  }

  @Test func `Reading it writes nothing, and the next change stores it all in today's form`() throws {
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

  @Test(arguments: [1, 2]) func `Accounts of kinds that this Tern does not know are kept`(version: Int) throws {
    let timeline = version == 1 ? "\"Home\"" : "{\"id\": \"home\", \"title\": \"Home\"}"
    let key = version == 1 ? "Home" : "home"
    try folder.write(
      """
      {"version": \(version), "lastAccount": "mastodon:https://a.example/1", "accounts": {
       "mastodon:https://a.example/1": {"isSignedIn": true, "lastTimeline": \(timeline),
        "places": {"\(key)": {"id": "7", "date": 5}}}, "odd": {"isSignedIn": false, "places": {}}}}
      """, to: "session.json")
    let account = AccountID(storageKey: "mastodon:https://a.example/1")
    try storage.update { $0.accounts[Self.ada] = AccountMemory() }
    let session = FileSessionStorage(directory: folder.path).load()
    #expect(session.lastAccount == account)
    #expect(
      session.accounts[account]
        == AccountMemory(
          isSignedIn: true, lastTimeline: ListedTimeline(.home), places: [.home: place("7", of: account, 5)]))
    #expect(session.accounts.count == 3)
  }

  @Test func `Two accounts whose posts have the same ids keep places and marks of their own`() throws {
    let other = AccountID.demo("grace@demo")
    try storage.update { session in
      session = SessionState()
      for (account, seconds) in [(Self.ada, 1.0), (other, 2)] {
        session.accounts[account] = AccountMemory(
          places: [.home: place("1", of: account, seconds)],
          marks: [.home: ReadMark(newest: place("1", of: account, seconds))])
      }
    }
    let session = FileSessionStorage(directory: folder.path).load()
    #expect(session.accounts[Self.ada]?.places == [.home: place("1", of: Self.ada, 1)])
    #expect(session.accounts[other]?.places == [.home: place("1", of: other, 2)])
    #expect(session.accounts[other]?.marks == [.home: ReadMark(newest: place("1", of: other, 2))])
  }
}
