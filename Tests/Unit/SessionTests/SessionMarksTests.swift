import Domain
import FolderSupport
import Foundation
import Session
import TestSupport
import Testing

@Suite struct SessionMarksTests {
  private let ada = AccountID.demo("ada@demo")
  private let folder = TemporaryFolder()
  private let storage: FileSessionStorage

  init() throws {
    storage = FileSessionStorage(directory: folder.path)
  }

  private func mark(_ id: String, others: Set<PostKey> = []) -> ReadMark {
    ReadMark(
      newest: EntryPosition(key: PostKey(id: PostID(id), account: ada, repostedBy: "bob"), date: .noon), others: others)
  }

  @Test func `Read marks are stored and loaded unchanged`() throws {
    let others: Set = [
      PostKey(id: PostID("1"), account: ada), PostKey(id: PostID("1"), account: ada, repostedBy: ""),
      PostKey(id: PostID("軌"), account: ada),
    ]
    let memory = AccountState(marks: [.home: mark("1", others: others), .mentions: mark("2")])
    try storage.update { $0.accounts[ada] = memory }
    #expect(FileSessionStorage(directory: folder.path).load().accounts[ada] == memory)
  }

  @Test func `Positions and marks of merged timelines keep the account of each entry`() throws {
    let home = TimelineID.merged(.home)
    let other = PostKey(id: PostID("3"), account: .demo("grace@demo"))
    let memory = AccountState(
      positions: [home: EntryPosition(key: other, date: .noon)], marks: [home: mark("1", others: [other])])
    try storage.update { $0.accounts[.merged] = memory }
    #expect(FileSessionStorage(directory: folder.path).load().accounts[.merged] == memory)
  }

  @Test(arguments: NotificationGroup.allCases) func `The kind of notifications is stored`(group: NotificationGroup)
    throws
  {
    try storage.update { $0.accounts[ada] = AccountState(notificationGroup: group) }
    #expect(FileSessionStorage(directory: folder.path).load().accounts[ada]?.notificationGroup == group)
    try storage.update { $0.accounts[ada]?.notificationGroup = nil }
    #expect(FileSessionStorage(directory: folder.path).load().accounts[ada]?.notificationGroup == nil)
  }

  @Test func `How timelines are read is stored, and defaults are not`() throws {
    let options = TimelineOptions(
      hidden: [.reposts, .replies], order: .oldestFirst, otherDeviceMark: mark("7").newest,
      isOtherDeviceMarkDismissed: true)
    let all = [TimelineID.home: options, .local: TimelineOptions(hidden: [.replies])]
    try storage.update { $0.accounts[ada] = AccountState(options: all) }
    #expect(FileSessionStorage(directory: folder.path).load().accounts[ada]?.options == all)
    try storage.update { $0.accounts[ada]?.options = [.home: TimelineOptions()] }
    #expect(FileSessionStorage(directory: folder.path).load().accounts[ada]?.options == [:])
  }

  @Test func `Unknown kinds and orders of a newer version are left out`() throws {
    let text = """
      {"version": 2, "accounts": {"demo:ada@demo": {"isSignedIn": false, "places": {}, "options": {
      "home": {"hides": ["quotes", "replies"], "order": "by-author"}, "unknown": {"order": "oldest-first"}}}}}
      """
    try folder.write(text, to: "session.json")
    #expect(storage.load().accounts[ada]?.options == [.home: TimelineOptions(hidden: [.replies])])
  }

  @Test func `A file without marks keeps its positions`() throws {
    let text = """
      {"version": 1, "lastAccount": "demo:ada@demo", "accounts": {"demo:ada@demo":
      {"isSignedIn": true, "lastTimeline": "Home", "places": {"Home": {"id": "g1", "date": 5}}}}}
      """
    try folder.write(text, to: "session.json")
    let position = EntryPosition(
      key: PostKey(id: PostID("g1"), account: ada), date: Date(timeIntervalSinceReferenceDate: 5))
    #expect(
      storage.load().accounts[ada]
        == AccountState(isSignedIn: true, lastTimeline: ListedTimeline(.home), positions: [.home: position]))
    try storage.update { $0.accounts[ada]?.marks[.home] = mark("1") }
    #expect(storage.load().accounts[ada]?.positions == [.home: position])
    #expect(try folder.names() == ["session.json", "session.lock"])
  }

  @Test func `Many read posts are stored in a stable order`() throws {
    let others = Set((0..<1_000).map { PostKey(id: PostID("\($0)"), account: ada) })
    try storage.update { $0.accounts[ada] = AccountState(marks: [.home: mark("1", others: others)]) }
    #expect(storage.load().accounts[ada]?.marks[.home]?.others == others)
    let text = try folder.text(of: "session.json")
    try storage.update { $0.accounts[ada] = nil }
    try storage.update {
      $0.accounts[ada] = AccountState(marks: [.home: mark("1", others: Set(others.reversed()))])
    }
    #expect(try folder.text(of: "session.json") == text)
  }

  @Test func `Two processes keep each other's read marks`() async throws {
    let one = SavePosition(session: SessionMemory(storage))
    let other = SavePosition(session: SessionMemory(FileSessionStorage(directory: folder.path)))
    let old = mark("1")
    try await one.save(
      account: ada, timeline: ListedTimeline(.home), positions: [:], marks: [.home: MarkChange(from: nil, to: old)])
    let (mine, yours) = (PostKey(id: PostID("7"), account: ada), PostKey(id: PostID("8"), account: ada))
    for (tern, key) in [(one, mine), (other, yours)] {
      let new = mark("1", others: [key])
      try await tern.save(
        account: ada, timeline: ListedTimeline(.home), positions: [:], marks: [.home: MarkChange(from: old, to: new)])
    }
    #expect(storage.load().accounts[ada]?.marks[.home] == mark("1", others: [mine, yours]))
  }
}
