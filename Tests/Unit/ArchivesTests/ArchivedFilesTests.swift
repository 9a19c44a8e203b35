import Archives
import Domain
import FolderSupport
import Glibc
import Testing

/// Files of an archive other than posts.
struct ArchivedFilesTests {
  private let folder = TemporaryFolder()

  private func found(_ path: String, stopAfter count: Int = .max) throws -> [String] {
    var found: [String] = []
    try ArchivedFiles(path: path).read {
      $0.contains("media/")
    } body: { file in
      var bytes: [UInt8] = []
      while file.read(into: &bytes) {}
      #expect(file.isDamaged || file.size == nil || file.size == bytes.count)
      let text = String(decoding: bytes, as: UTF8.self)
      found.append(file.isDamaged ? "\(file.path) is damaged" : "\(file.path)=\(text)")
      return found.count < count
    }
    return found
  }

  @Test(arguments: TestArchive.Form.allCases) func `Selected files are read completely, others are not opened`(
    form: TestArchive.Form
  ) throws {
    let path = folder.path(of: "archive")
    let archive = try TestArchive(form, at: path)
    try archive.add("data/tweets.js", "posts")
    try archive.add("data/media/1-a.jpg", "one")
    try archive.addFolder("data/media/deep")
    try archive.add("data/media/deep/2", "two")
    try archive.addLink("data/media/link", to: "/etc/passwd")
    try archive.add("../media/out", "out")
    try archive.add("data/media/3", "")
    try archive.close()
    #expect(
      try found(path) == [
        "data/media/1-a.jpg=one", "data/media/deep/2=two", "data/media/3=",
      ])
    #expect(try found(path, stopAfter: 1) == ["data/media/1-a.jpg=one"])
  }

  @Test func `A folder gives the same files, without links`() throws {
    try folder.write("secret", to: "outside")
    try folder.write("one", to: "archive/data/media/1-a.jpg")
    try folder.write("two", to: "archive/media/a/b/c/2")
    try folder.write("posts", to: "archive/data/tweets.js")
    #expect(symlink(folder.path(of: "outside"), folder.path(of: "archive/data/media/0")) == 0)
    #expect(symlink(folder.path, folder.path(of: "archive/data/media/round")) == 0)
    #expect(try found(folder.path(of: "archive")) == ["data/media/1-a.jpg=one", "media/a/b/c/2=two"])
    #expect(try found(folder.path(of: "archive") + "/") == ["data/media/1-a.jpg=one", "media/a/b/c/2=two"])
  }

  @Test(arguments: TestArchive.Form.allCases) func `A large file is read in chunks and can be abandoned`(
    form: TestArchive.Form
  ) throws {
    let path = folder.path(of: "archive")
    let archive = try TestArchive(form, at: path)
    var text = ""
    for number in 0..<400_000 { text += "\(number) " }
    try archive.add("data/media/1.mp4", text)
    try archive.add("data/media/2", "two")
    try archive.close()
    var pieces: [Int] = []
    var rest = ""
    try ArchivedFiles(path: path).read {
      $0.contains("media/")
    } body: { file in
      var bytes: [UInt8] = []
      if file.path.hasSuffix("2") {
        while file.read(into: &bytes) {}
        rest = String(decoding: bytes, as: UTF8.self)
      } else {
        for _ in 0..<3 where file.read(into: &bytes) {
          pieces.append(bytes.count)
          bytes.removeAll()
        }
      }
      return true
    }
    #expect(pieces.count == 3 && pieces.allSatisfy { $0 < text.utf8.count / 2 })
    #expect(rest == "two")
  }

  @Test func `A file of posts has no members, a missing one is an error`() throws {
    try folder.write("window.YTD.tweets.part0 = []", to: "tweets.js")
    #expect(try found(folder.path(of: "tweets.js")).isEmpty)
    #expect(throws: TimelineError.self) { try found(folder.path(of: "none")) }
  }
}
