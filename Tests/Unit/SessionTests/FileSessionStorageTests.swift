import Domain
import FolderSupport
import Foundation
import Session
import TestSupport
import Testing

@Suite struct FileSessionStorageTests {
  private static let ada = AccountID.demo("ada@demo")
  private static let full = SessionState(
    lastAccount: ada,
    accounts: [
      ada: AccountState(
        isSignedIn: true, lastTimeline: ListedTimeline(.list("7"), title: "Friends"),
        positions: [
          .home: EntryPosition(
            key: PostKey(id: PostID("at://a/\"1\""), account: ada, repostedBy: ""),
            date: Date(timeIntervalSince1970: 0.1)),
          .mentions: EntryPosition(key: PostKey(id: PostID("2"), account: ada)),
        ]),
      .file("/a b/軌道.json"): AccountState(),
    ],
    columns: [
      TimelineColumn(id: 2, account: ada, timeline: ListedTimeline(.list("7"), title: "Friends")),
      TimelineColumn(
        id: 0, account: .file("/a b/軌道.json"), timeline: ListedTimeline(.home),
        position: EntryPosition(key: PostKey(id: PostID("9"), account: .file("/a b/軌道.json")), date: .noon)),
    ], terminalBackground: 0x1E1E2E)
  private let folder = TemporaryFolder()
  private let storage: FileSessionStorage

  init() throws {
    storage = FileSessionStorage(directory: folder.path)
  }

  private func store(_ session: SessionState) throws {
    try storage.update { $0 = session }
  }

  @Test func `The session is empty at first, and loading writes nothing`() throws {
    #expect(storage.load() == SessionState())
    #expect(try folder.names().isEmpty)
  }

  @Test func `A session is stored and loaded unchanged`() throws {
    for isShowingColumns in [false, true] {
      var session = Self.full
      session.isShowingColumns = isShowingColumns
      session.prefersPanes = isShowingColumns ? nil : false
      session.focusedColumn = isShowingColumns ? 3 : nil
      try store(session)
      #expect(FileSessionStorage(directory: folder.path).load() == session)
    }
    #expect(try folder.names() == ["session.json", "session.lock"])
  }

  @Test func `Invalid columns are left out`() throws {
    try store(Self.full)
    let text = try folder.text(of: "session.json")
    let hostile = text.replacing("\"id\" : 2,", with: "\"id\" : 9223372036854775807,")
    #expect(hostile != text)
    try folder.write(hostile, to: "session.json")
    #expect(FileSessionStorage(directory: folder.path).load().columns.map(\.id) == [0])
  }

  @Test func `A change is applied to the stored session`() throws {
    _ = storage.load()
    try FileSessionStorage(directory: folder.path).update { $0.lastAccount = Self.ada }
    try storage.update { session in
      #expect(session.lastAccount == Self.ada)
      session.accounts[Self.ada] = AccountState(isSignedIn: true)
    }
    #expect(storage.load().lastAccount == Self.ada)
  }

  @Test func `Concurrent changes are all stored`() async throws {
    let path = folder.path
    await withTaskGroup { group in
      for number in 1...40 {
        group.addTask {
          let storage = FileSessionStorage(directory: path)
          #expect(throws: Never.self) {
            try storage.update { $0.accounts[.demo("\(number)")] = AccountState() }
          }
        }
      }
    }
    #expect(storage.load().accounts.count == 40)
    #expect(try folder.names() == ["session.json", "session.lock"])
  }

  @Test func `The directory is created, accessible to its owner only`() throws {
    let directory = folder.path(of: "state/tern")
    try FileSessionStorage(directory: directory).update { $0.lastAccount = Self.ada }
    #expect(try folder.permissions(of: "state") == 0o700)
    #expect(try folder.permissions(of: "state/tern") == 0o700)
    #expect(try folder.permissions(of: "state/tern/session.json") == 0o600)
    #expect(try folder.permissions(of: "state/tern/session.lock") == 0o600)
  }

  @Test func `An empty change writes nothing`() throws {
    try store(Self.full)
    let written = try folder.text(of: "session.json")
    try folder.write(written + " ", to: "session.json")
    try storage.update { _ in }
    #expect(try folder.text(of: "session.json") == written + " ")
  }

  @Test(arguments: [
    "", "{", "null", "{}", "{\"version\": 0, \"accounts\": {}}", "{\"version\": 1, \"accounts\": []}",
    "{\"version\": 1, \"accounts\": {\"a\": {\"isSignedIn\": \"yes\"}}}", "{\"version\": 2, \"accounts\": []}",
    "{\"version\": 2, \"accounts\": {\"a\": {\"isSignedIn\": true, \"lastTimeline\": \"Home\", \"places\": {}}}}",
    "\0\u{1}\u{2}",
  ]) func `A damaged file is set aside, and the session starts empty`(text: String) throws {
    try folder.write(text, to: "session.json")
    #expect(storage.load() == SessionState())
    #expect(try folder.text(of: "session.json.damaged") == text)
    #expect(try !folder.names().contains("session.json"))
    try store(Self.full)
    #expect(storage.load() == Self.full)
  }

  @Test func `Files set aside earlier are not overwritten`() throws {
    for text in ["first", "second", "third"] {
      try folder.write(text, to: "session.json")
      try storage.update { $0.lastAccount = Self.ada }
    }
    #expect(try folder.text(of: "session.json.damaged") == "first")
    #expect(try folder.text(of: "session.json.damaged-2") == "second")
    #expect(try folder.text(of: "session.json.damaged-3") == "third")
    #expect(storage.load().lastAccount == Self.ada)
  }

  @Test func `The file of a newer version is left unchanged`() throws {
    let text = "{\"version\": 3, \"accounts\": {}, \"new\": true}"
    try folder.write(text, to: "session.json")
    #expect(storage.load() == SessionState())
    let path = folder.path(of: "session.json")
    #expect(throws: SessionError(path: path, reason: "It was written by a newer version of Tern")) {
      try store(Self.full)
    }
    #expect(try folder.text(of: "session.json") == text)
    #expect(try folder.names() == ["session.json", "session.lock"])
  }

  @Test func `A link planted at the new file's name is not followed`() throws {
    try folder.write("precious", to: "victim")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "session.json.new"), withDestinationPath: folder.path(of: "victim"))
    try store(Self.full)
    #expect(try folder.text(of: "victim") == "precious")
    #expect(storage.load() == Self.full)
  }

  @Test func `A link planted at the lock's name is not followed`() throws {
    let lock = folder.path(of: "session.lock")
    try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: folder.path(of: "victim"))
    #expect(throws: SessionError(path: lock, reason: "Too many levels of symbolic links")) { try store(Self.full) }
    #expect(try folder.names() == ["session.lock"])
  }

  @Test func `A lock that cannot be opened is an error with its reason`() throws {
    let lock = folder.path(of: "session.lock")
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    #expect(throws: SessionError(path: lock, reason: "Is a directory")) { try store(Self.full) }
  }

  @Test func `A directory that cannot be created is an error`() {
    let error = #expect(throws: SessionError.self) {
      try FileSessionStorage(directory: "/proc/tern/state").update { $0.lastAccount = Self.ada }
    }
    #expect(error?.path == "/proc/tern")
  }

  @Test func `A file instead of the directory is an error`() throws {
    try folder.write("", to: "state")
    let storage = FileSessionStorage(directory: folder.path(of: "state/tern"))
    #expect(throws: SessionError(path: folder.path(of: "state"), reason: "Not a directory")) {
      try storage.update { $0.lastAccount = Self.ada }
    }
    #expect(storage.load() == SessionState())
  }

  @Test func `An unreadable session is not overwritten`() throws {
    let path = folder.path(of: "session.json")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(storage.load() == SessionState())
    #expect(throws: SessionError(path: path, reason: "Is a directory")) { try store(Self.full) }
  }

  @Test func `The file is readable for humans`() throws {
    try storage.update { session in
      let position = EntryPosition(
        key: PostKey(id: PostID("g1"), account: Self.ada, repostedBy: "ada"),
        date: Date(timeIntervalSinceReferenceDate: 5))
      session.lastAccount = Self.ada
      session.accounts[Self.ada] = AccountState(lastTimeline: ListedTimeline(.home), positions: [.home: position])
    }
    let expected = """
      {
        "accounts" : {
          "demo:ada@demo" : {
            "isSignedIn" : false,
            "lastTimeline" : {
              "id" : "home",
              "title" : "Home"
            },
            "places" : {
              "home" : {
                "date" : 5,
                "id" : "g1",
                "repostedBy" : "ada"
              }
            }
          }
        },
        "lastAccount" : "demo:ada@demo",
        "version" : 2
      }

      """
    #expect(try folder.text(of: "session.json") == expected)
  }
}
