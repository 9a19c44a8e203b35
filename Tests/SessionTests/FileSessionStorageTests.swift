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
      ada: AccountMemory(
        isSignedIn: true, lastTimeline: ListedTimeline(.list("7"), title: "Friends"),
        places: [
          .home: Place(
            key: PostKey(id: PostID("at://a/\"1\""), account: ada, repostedBy: ""),
            date: Date(timeIntervalSince1970: 0.1)),
          .mentions: Place(key: PostKey(id: PostID("2"), account: ada)),
        ]),
      .file("/a b/軌道.json"): AccountMemory(),
    ],
    columns: [
      TimelineColumn(id: 2, account: ada, timeline: ListedTimeline(.list("7"), title: "Friends")),
      TimelineColumn(
        id: 0, account: .file("/a b/軌道.json"), timeline: ListedTimeline(.home),
        place: Place(key: PostKey(id: PostID("9"), account: .file("/a b/軌道.json")), date: .noon)),
    ], terminalBackground: 0x1E1E2E)
  private let folder: TemporaryFolder
  private let storage: FileSessionStorage

  init() throws {
    folder = try TemporaryFolder()
    storage = FileSessionStorage(directory: folder.path)
  }

  private func store(_ session: SessionState) throws {
    try storage.update { $0 = session }
  }

  @Test func `Nothing is remembered at first, and nothing is written to find that out`() throws {
    #expect(storage.load() == SessionState())
    #expect(try folder.names().isEmpty)
  }

  @Test func `What is stored comes back as it was`() throws {
    try store(Self.full)
    #expect(FileSessionStorage(directory: folder.path).load() == Self.full)
    #expect(try folder.names() == ["session.json", "session.lock"])
  }

  @Test func `Columns that no Tern has written are left out, and the others stay`() throws {
    try store(Self.full)
    let text = try folder.text(of: "session.json")
    let hostile = text.replacing("\"id\" : 2,", with: "\"id\" : 9223372036854775807,")
    #expect(hostile != text)
    try folder.write(hostile, to: "session.json")
    #expect(FileSessionStorage(directory: folder.path).load().columns.map(\.id) == [0])
  }

  @Test func `A change sees what is stored, not what was read before`() throws {
    _ = storage.load()
    try FileSessionStorage(directory: folder.path).update { $0.lastAccount = Self.ada }
    try storage.update { session in
      #expect(session.lastAccount == Self.ada)
      session.accounts[Self.ada] = AccountMemory(isSignedIn: true)
    }
    #expect(storage.load().lastAccount == Self.ada)
  }

  @Test func `Many who store at once lose nothing of each other's`() async throws {
    let path = folder.path
    await withTaskGroup { group in
      for number in 1...40 {
        group.addTask {
          let storage = FileSessionStorage(directory: path)
          #expect(throws: Never.self) {
            try storage.update { $0.accounts[.demo("\(number)")] = AccountMemory() }
          }
        }
      }
    }
    #expect(storage.load().accounts.count == 40)
    #expect(try folder.names() == ["session.json", "session.lock"])
  }

  @Test func `The folder is made where it is missing, and all is its owner's alone`() throws {
    let directory = folder.path(of: "state/tern")
    try FileSessionStorage(directory: directory).update { $0.lastAccount = Self.ada }
    #expect(try folder.permissions(of: "state") == 0o700)
    #expect(try folder.permissions(of: "state/tern") == 0o700)
    #expect(try folder.permissions(of: "state/tern/session.json") == 0o600)
    #expect(try folder.permissions(of: "state/tern/session.lock") == 0o600)
  }

  @Test func `A change that changes nothing writes nothing`() throws {
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
  ]) func `A damaged file is set aside as it is, and Tern begins anew`(text: String) throws {
    try folder.write(text, to: "session.json")
    #expect(storage.load() == SessionState())
    #expect(try folder.text(of: "session.json.damaged") == text)
    #expect(try !folder.names().contains("session.json"))
    try store(Self.full)
    #expect(storage.load() == Self.full)
  }

  @Test func `What was set aside before is never written over`() throws {
    for text in ["first", "second", "third"] {
      try folder.write(text, to: "session.json")
      try storage.update { $0.lastAccount = Self.ada }
    }
    #expect(try folder.text(of: "session.json.damaged") == "first")
    #expect(try folder.text(of: "session.json.damaged-2") == "second")
    #expect(try folder.text(of: "session.json.damaged-3") == "third")
    #expect(storage.load().lastAccount == Self.ada)
  }

  @Test func `The file of a newer Tern is left as it is`() throws {
    let text = "{\"version\": 3, \"accounts\": {}, \"new\": true}"
    try folder.write(text, to: "session.json")
    #expect(storage.load() == SessionState())
    let path = folder.path(of: "session.json")
    #expect(throws: SessionError(path: path, reason: "It was written by a newer Tern")) { try store(Self.full) }
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

  @Test func `A lock that cannot be opened is told with the system's reason`() throws {
    let lock = folder.path(of: "session.lock")
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    #expect(throws: SessionError(path: lock, reason: "Is a directory")) { try store(Self.full) }
  }

  @Test func `A folder that cannot be made is told`() {
    let error = #expect(throws: SessionError.self) {
      try FileSessionStorage(directory: "/proc/tern/state").update { $0.lastAccount = Self.ada }
    }
    #expect(error?.path == "/proc/tern")
  }

  @Test func `A file where the folder should be is told`() throws {
    try folder.write("", to: "state")
    let storage = FileSessionStorage(directory: folder.path(of: "state/tern"))
    #expect(throws: SessionError(path: folder.path(of: "state"), reason: "Not a directory")) {
      try storage.update { $0.lastAccount = Self.ada }
    }
    #expect(storage.load() == SessionState())
  }

  @Test func `A session that cannot be read is not written over`() throws {
    let path = folder.path(of: "session.json")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(storage.load() == SessionState())
    #expect(throws: SessionError(path: path, reason: "Is a directory")) { try store(Self.full) }
  }

  @Test func `The file says what it holds, for people too`() throws {
    try storage.update { session in
      let place = Place(
        key: PostKey(id: PostID("g1"), account: Self.ada, repostedBy: "ada"),
        date: Date(timeIntervalSinceReferenceDate: 5))
      session.lastAccount = Self.ada
      session.accounts[Self.ada] = AccountMemory(lastTimeline: ListedTimeline(.home), places: [.home: place])
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
