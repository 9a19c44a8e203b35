import Domain
import Runtime
import TestSupport
import Testing

@Suite struct SavePositionTests {
  private let ada = AccountID.demo("ada@demo")
  private let place = EntryPosition(key: PostKey(id: PostID("1")), date: .noon)

  @Test func `A new account has no state`() async {
    #expect(await SavePosition(session: MemorySessionRepository()).state(of: ada) == AccountState())
  }

  @Test func `Positions are stored per timeline`() async throws {
    let old = EntryPosition(key: PostKey(id: PostID("0")))
    let session = MemorySessionRepository(
      SessionState(accounts: [ada: AccountState(isSignedIn: true, positions: [.home: old, .mentions: old])]))
    let remember = SavePosition(session: session)
    try await remember.save(account: ada, timeline: ListedTimeline(.home), positions: [.home: place])
    #expect(session.load().lastAccount == ada)
    let expected = AccountState(
      isSignedIn: true, lastTimeline: ListedTimeline(.home), positions: [.home: place, .mentions: old])
    #expect(await remember.state(of: ada) == expected)
  }

  @Test func `The last timeline stays if none is open`() async throws {
    let session = MemorySessionRepository(
      SessionState(accounts: [ada: AccountState(lastTimeline: ListedTimeline(.mentions))]))
    try await SavePosition(session: session).save(account: ada, timeline: nil, positions: [:])
    #expect(session.load().accounts[ada]?.lastTimeline == ListedTimeline(.mentions))
  }

  @Test func `Read marks of two processes are merged and bounded`() async throws {
    let session = MemorySessionRepository()
    let remember = SavePosition(session: session)
    let first = ReadMark(newest: place)
    try await remember.save(
      account: ada, timeline: ListedTimeline(.home), positions: [:], marks: [.home: MarkChange(from: nil, to: first)])
    let newer = ReadMark(newest: EntryPosition(key: PostKey(id: PostID("2")), date: .noon.addingTimeInterval(60)))
    try await remember.save(
      account: ada, timeline: ListedTimeline(.home), positions: [:], marks: [.home: MarkChange(from: first, to: newer)])
    var other = first
    other.others = Set((1_000..<3_000).map { PostKey(id: PostID("\($0)")) })
    try await remember.save(
      account: ada, timeline: ListedTimeline(.home), positions: [:], marks: [.home: MarkChange(from: first, to: other)])
    let stored = await remember.state(of: ada).marks[.home]
    #expect(stored?.newest == newer.newest)
    #expect(stored?.others == Set((2_000..<3_000).map { PostKey(id: PostID("\($0)")) }))
  }

  @Test func `A column has its own last timeline`() async throws {
    let session = MemorySessionRepository(
      SessionState(
        accounts: [ada: AccountState(lastTimeline: ListedTimeline(.home))],
        columns: [TimelineColumn(id: 3, account: ada), TimelineColumn(id: 4, account: ada)]))
    let remember = SavePosition(session: session, isLastAccount: false, column: 4)
    #expect(await remember.state(of: ada).lastTimeline == ListedTimeline(.home))
    try await remember.save(account: ada, timeline: ListedTimeline(.mentions), positions: [.mentions: place])
    #expect(await remember.state(of: ada).lastTimeline == ListedTimeline(.mentions))
    #expect(session.load().columns.map(\.timeline) == [nil, ListedTimeline(.mentions)])
    // The same timeline in another column starts at the account's position and then has its own.
    let beside = SavePosition(session: session, isLastAccount: false, column: 3)
    let other = EntryPosition(key: PostKey(id: PostID("2")))
    try await beside.save(account: ada, timeline: ListedTimeline(.mentions), positions: [.mentions: other])
    #expect(await beside.state(of: ada).positions[.mentions] == other)
    #expect(await remember.state(of: ada).positions[.mentions] == place)
    try await beside.save(account: ada, timeline: ListedTimeline(.mentions), positions: [.mentions: place])
    #expect(session.load().accounts[ada]?.lastTimeline == ListedTimeline(.home))
    #expect(session.load().accounts[ada]?.positions == [.mentions: place])
    #expect(session.load().lastAccount == nil)
  }

  @Test func `Columns are stored in order with their timelines`() async throws {
    let session = MemorySessionRepository()
    let arrange = SaveColumns(session: session)
    #expect(await arrange().isEmpty)
    let (first, second) = (TimelineColumn(id: 0, account: ada), TimelineColumn(id: 1, account: ada))
    try await arrange.store([first, second], focused: 1, areShown: true)
    #expect(await arrange.focusedColumn() == 1)
    try await SavePosition(session: session, column: 0).save(
      account: ada, timeline: ListedTimeline(.mentions), positions: [:])
    try await arrange.store([second, first], focused: nil, areShown: true)
    #expect(await arrange().map(\.id) == [1, 0])
    #expect(await arrange().map(\.timeline) == [nil, ListedTimeline(.mentions)])
    try await arrange.store([TimelineColumn(id: 0, account: .demo("grace@demo"))], focused: nil, areShown: true)
    #expect(await arrange() == [TimelineColumn(id: 0, account: .demo("grace@demo"))])
  }

  @Test func `The unread count covers Home and notifications without duplicates`() async {
    let posts = Post.fixtures(count: 9)
    var mention = posts[1]
    mention.notification = PostNotification(id: "n1", kind: .mention, profiles: [], at: posts[1].createdAt)
    var favourite = posts[6]
    favourite.notification = PostNotification(id: "n2", kind: .favourite, profiles: [], at: posts[2].createdAt)
    var last = posts[8]
    last.notification = PostNotification(id: "n3", kind: .mention, profiles: [], at: posts[8].createdAt)
    let repository = PagedTimelineRepository(
      [(.home, posts), (.notifications, [mention, favourite, last]), (.list("7"), posts), (.tag("steam"), posts)],
      clock: VirtualClock(now: .noon))
    let sources = StubSourceRepository(.success([.fixture()]), repository)
    func mark(_ post: Post) -> ReadMark { ReadMark(newest: EntryPosition(post)) }
    let marks = [
      TimelineID.home: mark(posts[4]), .notifications: mark(last), .list("7"): mark(posts[3]),
      .tag("steam"): mark(posts[2]),
    ]
    let session = MemorySessionRepository(SessionState(accounts: [ada: AccountState(marks: marks)]))
    let count = CountUnread(sources: sources, session: session)
    // Four in Home, including the mention, and the favourite.
    #expect(await count(in: ada) == 5)
    #expect(await count(in: AccountID.demo("grace@demo")) == nil)
    let others = MemorySessionRepository(
      SessionState(accounts: [ada: AccountState(marks: [.list("7"): mark(posts[3])])]))
    #expect(await CountUnread(sources: sources, session: others)(in: ada) == nil)
  }

  @Test func `Hidden reposts and repeated own posts are not counted`() async {
    let (bob, user) = (Profile(handle: "bob"), Account.fixture().profile)
    let posts = Post.fixtures(count: 9)
    func repost(_ id: String, by author: Profile) -> Post {
      .fixture(id: id, author: author, repost: Repost(by: bob, at: .noon.minutesAgo(-1)))
    }
    let all = [repost("a", by: .fixture()), repost("b", by: user)] + posts
    let repository = PagedTimelineRepository([(.home, all)], clock: VirtualClock(now: .noon))
    let sources = StubSourceRepository(.success([.fixture()]), repository)
    let marks = [TimelineID.home: ReadMark(newest: EntryPosition(key: posts[2].key, date: posts[2].createdAt))]
    var state = AccountState(marks: marks)
    func count(showsRepostsOfOwnPosts: Bool = false) async -> Int? {
      let session = MemorySessionRepository(SessionState(accounts: [ada: state]))
      return await CountUnread(sources: sources, session: session) {
        ReadingPreferences(showsRepostsOfOwnPosts: showsRepostsOfOwnPosts)
      }(in: ada)
    }
    #expect(await count() == 3)
    #expect(await count(showsRepostsOfOwnPosts: true) == 4)
    state.options[.home] = TimelineOptions(hidden: [.reposts])
    #expect(await count() == 2)
  }

  @Test func `Own posts are never unread`() async {
    let user = Account.fixture().profile
    var posts = Post.fixtures(count: 9)
    for index in [0, 2] { posts[index].author = user }
    let repository = PagedTimelineRepository([(.home, posts)], clock: VirtualClock(now: .noon))
    let sources = StubSourceRepository(.success([.fixture()]), repository)
    let marks = [TimelineID.home: ReadMark(newest: EntryPosition(key: posts[5].key, date: posts[5].createdAt))]
    let session = MemorySessionRepository(SessionState(accounts: [ada: AccountState(marks: marks)]))
    #expect(await CountUnread(sources: sources, session: session)(in: ada) == 3)
  }

  @Test func `A timeline named Mentions counts as notifications`() async {
    let posts = Post.fixtures(count: 9)
    let repository = PagedTimelineRepository([(.home, posts), (.mentions, posts)], clock: VirtualClock(now: .noon))
    let sources = StubSourceRepository(.success([.fixture()]), repository)
    let marks = [
      TimelineID.home: ReadMark(newest: EntryPosition(key: posts[4].key, date: posts[4].createdAt)),
      .mentions: ReadMark(newest: EntryPosition(key: posts[2].key, date: posts[2].createdAt)),
    ]
    let session = MemorySessionRepository(SessionState(accounts: [ada: AccountState(marks: marks)]))
    #expect(await CountUnread(sources: sources, session: session)(in: ada) == 4)
  }

  @Test func `Storage errors are thrown`() async {
    let error = SessionError(path: "/state", reason: "Permission denied")
    let remember = SavePosition(session: MemorySessionRepository(error: error))
    await #expect(throws: error) {
      try await remember.save(account: ada, timeline: ListedTimeline(.home), positions: [:])
    }
  }

  @Test func `Accounts with equal post IDs have separate positions and marks`() async throws {
    let other = AccountID.demo("grace@demo")
    let session = MemorySessionRepository()
    let remember = SavePosition(session: session)
    for (account, minutes) in [(ada, 1.0), (other, 2)] {
      let place = EntryPosition(key: PostKey(id: PostID("1"), account: account), date: .noon.minutesAgo(minutes))
      try await remember.save(
        account: account, timeline: ListedTimeline(.home), positions: [.home: place],
        marks: [.home: MarkChange(from: nil, to: ReadMark(newest: place, others: [place.key]))])
    }
    let (adas, graces) = (await remember.state(of: ada), await remember.state(of: other))
    #expect(adas.positions[.home]?.key.ref.account == ada && adas.positions[.home]?.date == .noon.minutesAgo(1))
    #expect(graces.positions[.home]?.key.ref.account == other && graces.positions[.home]?.date == .noon.minutesAgo(2))
    #expect(adas.marks[.home]?.others.isDisjoint(with: graces.marks[.home]?.others ?? []) == true)
  }

  @Test func `A temporary account is not stored as the last one`() async throws {
    let session = MemorySessionRepository(SessionState(lastAccount: ada))
    let file = AccountID.file("/a.json")
    try await SavePosition(session: session, isLastAccount: false).save(
      account: file, timeline: ListedTimeline(.home), positions: [.home: place])
    #expect(session.load().lastAccount == ada)
    #expect(session.load().accounts[file]?.positions == [.home: place])
  }
}
