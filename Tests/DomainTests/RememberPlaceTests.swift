import Domain
import TestSupport
import Testing

@Suite struct RememberPlaceTests {
  private let ada = AccountID("demo:ada@demo")
  private let place = Place(key: PostKey(id: PostID("1")), date: .noon)

  @Test func `Nothing is known of a new account`() {
    #expect(RememberPlace(session: MemorySessionRepository()).memory(of: ada) == AccountMemory())
  }

  @Test func `Places are added to those of other timelines, and replace those of the same`() throws {
    let old = Place(key: PostKey(id: PostID("0")))
    let session = MemorySessionRepository(
      Session(accounts: [ada: AccountMemory(isSignedIn: true, places: [.home: old, .mentions: old])]))
    let remember = RememberPlace(session: session)
    try remember.remember(account: ada, timeline: .home, places: [.home: place])
    #expect(session.load().lastAccount == ada)
    let expected = AccountMemory(isSignedIn: true, lastTimeline: .home, places: [.home: place, .mentions: old])
    #expect(remember.memory(of: ada) == expected)
  }

  @Test func `Where no timeline is open, the last one stays the last`() throws {
    let session = MemorySessionRepository(Session(accounts: [ada: AccountMemory(lastTimeline: .mentions)]))
    try RememberPlace(session: session).remember(account: ada, timeline: nil, places: [:])
    #expect(session.load().accounts[ada]?.lastTimeline == .mentions)
  }

  @Test func `What has been read in two Terns is read, and others beyond what is kept are dropped`() throws {
    let session = MemorySessionRepository()
    let remember = RememberPlace(session: session)
    let first = ReadMark(newest: place)
    try remember.remember(account: ada, timeline: .home, places: [:], marks: [.home: MarkChange(from: nil, to: first)])
    let newer = ReadMark(newest: Place(key: PostKey(id: PostID("2")), date: .noon.addingTimeInterval(60)))
    try remember.remember(
      account: ada, timeline: .home, places: [:], marks: [.home: MarkChange(from: first, to: newer)])
    var other = first
    other.others = Set((1_000..<3_000).map { PostKey(id: PostID("\($0)")) })
    try remember.remember(
      account: ada, timeline: .home, places: [:], marks: [.home: MarkChange(from: first, to: other)])
    let stored = remember.memory(of: ada).marks[.home]
    #expect(stored?.newest == newer.newest)
    #expect(stored?.others == Set((2_000..<3_000).map { PostKey(id: PostID("\($0)")) }))
  }

  @Test func `That it cannot be stored is told`() {
    let error = SessionError(path: "/state", reason: "Permission denied")
    let remember = RememberPlace(session: MemorySessionRepository(error: error))
    #expect(throws: error) { try remember.remember(account: ada, timeline: .home, places: [:]) }
  }
}
