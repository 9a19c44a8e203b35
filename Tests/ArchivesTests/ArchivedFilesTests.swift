import Archives
import Domain
import FolderSupport
import Glibc
import Testing

/// Files that lie in an archive beside its posts.
struct ArchivedFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func found(_ path: String, limit: Int = 100, stopAfter count: Int = .max) throws -> [String] {
    var found: [String] = []
    try ArchivedFiles(path: path).read(upTo: limit) {
      $0.contains("media/")
    } take: { file in
      switch file {
      case .file(let path, let bytes): found.append("\(path)=\(String(decoding: bytes, as: UTF8.self))")
      case .tooLarge(let path): found.append("\(path) is too large")
      case .damaged(let path): found.append("\(path) is damaged")
      }
      return found.count < count
    }
    return found
  }

  @Test(arguments: TestArchive.Form.allCases) func `each that is wanted comes whole, and nothing else is opened`(
    form: TestArchive.Form
  ) throws {
    let path = folder.path(of: "archive")
    let archive = try TestArchive(form, at: path)
    try archive.add("data/tweets.js", "posts")
    try archive.add("data/media/1-a.jpg", "one")
    try archive.addFolder("data/media/deep")
    try archive.add("data/media/deep/2", "two")
    try archive.add("data/media/large", String(repeating: "x", count: 101))
    try archive.addLink("data/media/link", to: "/etc/passwd")
    try archive.add("../media/out", "out")
    try archive.add("data/media/3", "")
    try archive.close()
    #expect(
      try found(path) == [
        "data/media/1-a.jpg=one", "data/media/deep/2=two", "data/media/large is too large", "data/media/3=",
      ])
    #expect(try found(path, stopAfter: 1) == ["data/media/1-a.jpg=one"])
  }

  @Test func `a folder gives the same, and no link in it is followed`() throws {
    try folder.write("secret", to: "outside")
    try folder.write("one", to: "archive/data/media/1-a.jpg")
    try folder.write("two", to: "archive/media/a/b/c/2")
    try folder.write("posts", to: "archive/data/tweets.js")
    #expect(symlink(folder.path(of: "outside"), folder.path(of: "archive/data/media/0")) == 0)
    #expect(symlink(folder.path, folder.path(of: "archive/data/media/round")) == 0)
    #expect(try found(folder.path(of: "archive")) == ["data/media/1-a.jpg=one", "media/a/b/c/2=two"])
    #expect(try found(folder.path(of: "archive") + "/") == ["data/media/1-a.jpg=one", "media/a/b/c/2=two"])
  }

  @Test func `a file of posts has none, and one that is not there says so`() throws {
    try folder.write("window.YTD.tweets.part0 = []", to: "tweets.js")
    #expect(try found(folder.path(of: "tweets.js")).isEmpty)
    #expect(throws: TimelineError.self) { try found(folder.path(of: "none")) }
  }
}
