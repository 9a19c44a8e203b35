import Domain
import Runtime
import TestSupport
import Testing

@Suite struct SavePositionTests {
  private let ada = AccountID.demo("ada@demo")
  private let place = Place(key: PostKey(id: PostID("1")), date: .noon)

  @Test func `Nothing is known of a new account`() async {
    #expect(await SavePosition(session: MemorySessionRepository()).memory(of: ada) == AccountMemory())
  }

  @Test func `Places are added to those of other timelines, and replace those of the same`() async throws {
    let old = Place(key: PostKey(id: PostID("0")))
    let session = MemorySessionRepository(
      SessionState(accounts: [ada: AccountMemory(isSignedIn: true, places: [.home: old, .mentions: old])]))
    let remember = SavePosition(session: session)
    try await remember.remember(account: ada, timeline: ListedTimeline(.home), places: [.home: place])
    #expect(session.load().lastAccount == ada)
    let expected = AccountMemory(
      isSignedIn: true, lastTimeline: ListedTimeline(.home), places: [.home: place, .mentions: old])
    #expect(await remember.memory(of: ada) == expected)
  }

  @Test func `Where no timeline is open, the last one stays the last`() async throws {
    let session = MemorySessionRepository(
      SessionState(accounts: [ada: AccountMemory(lastTimeline: ListedTimeline(.mentions))]))
    try await SavePosition(session: session).remember(account: ada, timeline: nil, places: [:])
    #expect(session.load().accounts[ada]?.lastTimeline == ListedTimeline(.mentions))
  }

  @Test func `What has been read in two Terns is read, and others beyond what is kept are dropped`() async throws {
    let session = MemorySessionRepository()
    let remember = SavePosition(session: session)
    let first = ReadMark(newest: place)
    try await remember.remember(
      account: ada, timeline: ListedTimeline(.home), places: [:], marks: [.home: MarkChange(from: nil, to: first)])
    let newer = ReadMark(newest: Place(key: PostKey(id: PostID("2")), date: .noon.addingTimeInterval(60)))
    try await remember.remember(
      account: ada, timeline: ListedTimeline(.home), places: [:], marks: [.home: MarkChange(from: first, to: newer)])
    var other = first
    other.others = Set((1_000..<3_000).map { PostKey(id: PostID("\($0)")) })
    try await remember.remember(
      account: ada, timeline: ListedTimeline(.home), places: [:], marks: [.home: MarkChange(from: first, to: other)])
    let stored = await remember.memory(of: ada).marks[.home]
    #expect(stored?.newest == newer.newest)
    #expect(stored?.others == Set((2_000..<3_000).map { PostKey(id: PostID("\($0)")) }))
  }

  @Test func `A column has a last timeline of its own, and shares places with the account`() async throws {
    let session = MemorySessionRepository(
      SessionState(
        accounts: [ada: AccountMemory(lastTimeline: ListedTimeline(.home))],
        columns: [TimelineColumn(id: 3, account: ada), TimelineColumn(id: 4, account: ada)]))
    let remember = SavePosition(session: session, isLastAccount: false, column: 4)
    #expect(await remember.memory(of: ada).lastTimeline == ListedTimeline(.home))
    try await remember.remember(account: ada, timeline: ListedTimeline(.mentions), places: [.mentions: place])
    #expect(await remember.memory(of: ada).lastTimeline == ListedTimeline(.mentions))
    #expect(session.load().columns.map(\.timeline) == [nil, ListedTimeline(.mentions)])
    // The same timeline in the column beside goes on from the account's place, and has its own from then on.
    let beside = SavePosition(session: session, isLastAccount: false, column: 3)
    let other = Place(key: PostKey(id: PostID("2")))
    try await beside.remember(account: ada, timeline: ListedTimeline(.mentions), places: [.mentions: other])
    #expect(await beside.memory(of: ada).places[.mentions] == other)
    #expect(await remember.memory(of: ada).places[.mentions] == place)
    try await beside.remember(account: ada, timeline: ListedTimeline(.mentions), places: [.mentions: place])
    #expect(session.load().accounts[ada]?.lastTimeline == ListedTimeline(.home))
    #expect(session.load().accounts[ada]?.places == [.mentions: place])
    #expect(session.load().lastAccount == nil)
  }

  @Test func `Columns are kept in their order, each with the timeline that was chosen in it`() async throws {
    let session = MemorySessionRepository()
    let arrange = SaveColumns(session: session)
    #expect(await arrange().isEmpty)
    try await arrange.store([TimelineColumn(id: 0, account: ada), TimelineColumn(id: 1, account: ada)])
    try await SavePosition(session: session, column: 0).remember(
      account: ada, timeline: ListedTimeline(.mentions), places: [:])
    try await arrange.store([TimelineColumn(id: 1, account: ada), TimelineColumn(id: 0, account: ada)])
    #expect(await arrange().map(\.id) == [1, 0])
    #expect(await arrange().map(\.timeline) == [nil, ListedTimeline(.mentions)])
    try await arrange.store([TimelineColumn(id: 0, account: .demo("grace@demo"))])
    #expect(await arrange() == [TimelineColumn(id: 0, account: .demo("grace@demo"))])
  }

  @Test func `What is unread in an account is that of Home and of notifications, a post in both once`() async {
    let posts = Post.fixtures(count: 9)
    var mention = posts[1]
    mention.notification = PostNotification(id: "n1", kind: .mention, people: [], at: posts[1].createdAt)
    var favourite = posts[6]
    favourite.notification = PostNotification(id: "n2", kind: .favourite, people: [], at: posts[2].createdAt)
    var last = posts[8]
    last.notification = PostNotification(id: "n3", kind: .mention, people: [], at: posts[8].createdAt)
    let repository = PagedTimelineRepository(
      [(.home, posts), (.notifications, [mention, favourite, last]), (.list("7"), posts), (.tag("steam"), posts)],
      clock: VirtualClock(now: .noon))
    let sources = OneSource(source: Source(repository, capabilities: SourceCapabilities()))
    func mark(_ post: Post) -> ReadMark { ReadMark(newest: Place(key: post.key, date: post.timelineDate)) }
    let marks = [
      TimelineID.home: mark(posts[4]), .notifications: mark(last), .list("7"): mark(posts[3]),
      .tag("steam"): mark(posts[2]),
    ]
    let session = MemorySessionRepository(SessionState(accounts: [ada: AccountMemory(marks: marks)]))
    let count = CountUnread(sources: sources, session: session)
    // Four in Home, one of which is the mention, and the favourite.
    #expect(await count(in: ada) == 5)
    #expect(await count(in: AccountID.demo("grace@demo")) == nil)
    let others = MemorySessionRepository(
      SessionState(accounts: [ada: AccountMemory(marks: [.list("7"): mark(posts[3])])]))
    #expect(await CountUnread(sources: sources, session: others)(in: ada) == nil)
  }

  @Test func `Mentions in a timeline of that name are counted as notifications are`() async {
    let posts = Post.fixtures(count: 9)
    let repository = PagedTimelineRepository([(.home, posts), (.mentions, posts)], clock: VirtualClock(now: .noon))
    let sources = OneSource(source: Source(repository, capabilities: SourceCapabilities()))
    let marks = [
      TimelineID.home: ReadMark(newest: Place(key: posts[4].key, date: posts[4].createdAt)),
      .mentions: ReadMark(newest: Place(key: posts[2].key, date: posts[2].createdAt)),
    ]
    let session = MemorySessionRepository(SessionState(accounts: [ada: AccountMemory(marks: marks)]))
    #expect(await CountUnread(sources: sources, session: session)(in: ada) == 4)
  }

  @Test func `That it cannot be stored is told`() async {
    let error = SessionError(path: "/state", reason: "Permission denied")
    let remember = SavePosition(session: MemorySessionRepository(error: error))
    await #expect(throws: error) {
      try await remember.remember(account: ada, timeline: ListedTimeline(.home), places: [:])
    }
  }

  @Test func `Two accounts whose posts have the same ids have places and marks of their own`() async throws {
    let other = AccountID.demo("grace@demo")
    let session = MemorySessionRepository()
    let remember = SavePosition(session: session)
    for (account, minutes) in [(ada, 1.0), (other, 2)] {
      let place = Place(key: PostKey(id: PostID("1"), account: account), date: .noon.minutesAgo(minutes))
      try await remember.remember(
        account: account, timeline: ListedTimeline(.home), places: [.home: place],
        marks: [.home: MarkChange(from: nil, to: ReadMark(newest: place, others: [place.key]))])
    }
    let (adas, graces) = (await remember.memory(of: ada), await remember.memory(of: other))
    #expect(adas.places[.home]?.key.ref.account == ada && adas.places[.home]?.date == .noon.minutesAgo(1))
    #expect(graces.places[.home]?.key.ref.account == other && graces.places[.home]?.date == .noon.minutesAgo(2))
    #expect(adas.marks[.home]?.others.isDisjoint(with: graces.marks[.home]?.others ?? []) == true)
  }

  @Test func `An account that is there for the time being is not the last one`() async throws {
    let session = MemorySessionRepository(SessionState(lastAccount: ada))
    let file = AccountID.file("/a.json")
    try await SavePosition(session: session, isLastAccount: false).remember(
      account: file, timeline: ListedTimeline(.home), places: [.home: place])
    #expect(session.load().lastAccount == ada)
    #expect(session.load().accounts[file]?.places == [.home: place])
  }
}

private struct OneSource: SourceRepository {
  let source: Source

  func accounts() async throws(TimelineError) -> [Account] { [] }
  func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    throw .unknownAccount(handle: handle)
  }
  func source(of account: AccountID) -> Source? { source }
}
