import Domain
import FolderSupport
import Foundation
import LocalFiles
import TestSupport
import Testing

/// Hostile and damaged archives.
struct HostileArchiveTests {
  private typealias Files = ArchiveFixtures
  private let folder = TemporaryFolder()
  private let path: String
  private let tweets = ArchiveFixtures.tweets(ArchiveFixtures.tweet("1"))

  init() throws {
    path = folder.path(of: "a.zip")
  }

  private func make(
    _ form: TestArchive.Form = .zip, options: String? = nil, password: String? = nil,
    _ add: (TestArchive) throws -> Void
  ) throws {
    let archive = try TestArchive(form, at: path, options: options, password: password)
    try add(archive)
    try archive.close()
  }

  private func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// The reason for which nothing is read, as `file: reason`.
  private func skipReason() -> String? {
    do throws(TimelineError) {
      _ = try Imported(path)
      return nil
    } catch {
      guard case .fileUnreadable(let file, let reason) = error else { return "\(error)" }
      return "\(file.replacing(folder.path + "/", with: "")): \(reason)"
    }
  }

  @Test(arguments: [TestArchive.Form.zip, .tarGzip], ["../../data/tweets.js", "/data/tweets.js", "data/../tweets.js"])
  func `A path outside the archive is refused`(form: TestArchive.Form, name: String) throws {
    try make(form) { try $0.add(name, tweets) }
    #expect(skipReason() == "a.zip/\(name): Its path is outside the archive")
  }

  @Test(arguments: [TestArchive.Form.zip, .tar])
  func `Links are not followed`(form: TestArchive.Form) throws {
    try folder.write(tweets, to: "secret.js")
    try make(form) { try $0.addLink("data/tweets.js", to: folder.path(of: "secret.js")) }
    #expect(skipReason() == "a.zip/data/tweets.js: Is a link; Tern does not follow links")
    try make(.tar) { try $0.addLink("data/tweets.js", to: folder.path(of: "secret.js"), isHard: true) }
    #expect(skipReason() == "a.zip/data/tweets.js: Is a link; Tern does not follow links")
    try FileManager.default.createDirectory(atPath: folder.path(of: "open"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "open/tweets.js"), withDestinationPath: folder.path(of: "secret.js"))
    #expect(throws: TimelineError.self) { try Imported(folder.path(of: "open")) }
  }

  @Test func `A folder of the name is not a file`() throws {
    try make { try $0.addFolder("data/tweets.js") }
    #expect(skipReason() == "a.zip/data/tweets.js/: Is not a regular file")
  }

  @Test(arguments: ["zipcrypt", "aes256"])
  func `Encrypted members are reported`(encryption: String) throws {
    try make(options: "zip:encryption=\(encryption)", password: "secret") { try $0.add("data/tweets.js", tweets) }
    #expect(skipReason() == "a.zip/data/tweets.js: Is encrypted")
  }

  @Test func `A wrong checksum is reported, and posts are read`() throws {
    try make(.storedZIP) { try $0.add("data/tweets.js", tweets) }
    let text = String(decoding: try bytes(), as: Unicode.ASCII.self)
    let place = try #require(text.range(of: "hello"))
    var bytes = try bytes()
    bytes[text.distance(from: text.startIndex, to: place.lowerBound)] = UInt8(ascii: "j")
    try folder.write(bytes, to: "a.zip")
    let imported = try Imported(path)
    #expect(imported.items.map(\.post.text.plain) == ["jello"])
    #expect(imported.report.skipped.first?.first?.expected.contains("CRC") == true)
  }

  @Test(arguments: TestArchive.Form.allCases)
  func `A truncated archive gives its readable posts or one error`(form: TestArchive.Form) throws {
    try make(form) { archive in
      try archive.add("data/account.js", Files.account)
      try archive.add("data/tweets.js", Files.tweets(Files.tweet("1"), Files.tweet("2"), Files.tweet("3")))
    }
    let bytes = try bytes()
    let step = max(1, bytes.count / 60)
    for end in stride(from: 0, to: bytes.count, by: step) {
      try folder.write(Array(bytes[..<end]), to: "a.zip")
      do throws(TimelineError) {
        let imported = try Imported(path)
        #expect(imported.items.map(\.post.id.rawValue) == ["1", "2", "3"].prefix(imported.items.count).map { $0 })
        #expect(imported.items.count == 3 || !imported.report.skipped.isEmpty, "cut at \(end)")
      } catch {
        #expect("\(error)".contains(path), "cut at \(end)")
      }
    }
  }

  @Test(arguments: TestArchive.Form.allCases)
  func `An archive with wrong bytes does no harm`(form: TestArchive.Form) throws {
    try make(form) { archive in
      try archive.add("data/account.js", Files.account)
      try archive.add("data/tweets.js", Files.tweets(Files.tweet("1"), Files.tweet("2")))
    }
    let bytes = try bytes()
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: damaged.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      try folder.write(damaged, to: "a.zip")
      do throws(TimelineError) {
        // Split posts may be read twice.
        #expect(Set(try Imported(path).items.map(\.post.id)).count <= 2)
      } catch {
        #expect("\(error)".contains(path))
      }
    }
  }

  @Test func `The first of two files of the same name is read`() throws {
    try make { archive in
      try archive.add("data/tweets.js", tweets)
      try archive.add("data/tweets.js", Files.tweets(Files.tweet("2")))
    }
    let imported = try Imported(path)
    #expect(imported.items.map(\.post.id.rawValue) == ["1"])
    #expect(imported.report.skipped.map(\.reason) == ["Is in the archive twice; the first was read"])
  }

  @Test func `Of two archives in one, the one at the top is read`() throws {
    try make { archive in
      try archive.add("old/data/tweets.js", Files.tweets(Files.tweet("2")))
      try archive.add("data/tweets.js", tweets)
    }
    let imported = try Imported(path)
    #expect(imported.items.map(\.post.id.rawValue) == ["1"])
    #expect(imported.report.skipped.map(\.path) == [path + "/old/data/tweets.js"])
  }

  @Test(arguments: [TestArchive.Form.zip, .tar])
  func `Invalid names and control characters do no harm`(form: TestArchive.Form) throws {
    try make(form) { archive in
      try archive.add(name: [0xFF, 0xFE, 0x1B, 0x5B, 0x32, 0x4A], bytes: [1])
      try archive.add(name: Array("\u{1B}[2J\u{202E}/tweets.js".utf8), bytes: Array(tweets.utf8))
    }
    let imported = try Imported(path)
    #expect(imported.items.count == 1)
    #expect(!imported.batches.contains { $0.progress.file.unicodeScalars.contains { $0.needsEscaping } })
  }

  @Test func `A nested archive is not opened`() throws {
    try make { try $0.add("data/tweets.js", tweets) }
    let inner = try bytes()
    try make { archive in
      try archive.add(name: Array("inner.zip".utf8), bytes: inner)
      try archive.add(name: Array("data/tweets.js".utf8), bytes: inner)
    }
    #expect(skipReason() == "a.zip/data/tweets.js: This is a ZIP archive: use `tern import`")
  }

  @Test func `A file without posts is given up`() throws {
    let commas = String(repeating: ",", count: 300_000)
    try make { try $0.add("data/tweets.js", "[{\"tweet\": {\"id\": 1}}\(commas){\"tweet\": {\"id\": 2}}]") }
    let imported = try Imported(path)
    #expect(imported.items.map(\.post.id.rawValue) == ["1"])
    #expect(imported.report.skipped.map(\.count) == [100_001])
  }

  @Test(arguments: [(TestArchive.Form.zip, "a ZIP"), (.tar, "a tar"), (.tarGzip, "a tar")])
  func `Listing an archive suggests the import`(form: TestArchive.Form, kind: String) throws {
    try make(form) { try $0.add("data/tweets.js", tweets) }
    let error = TimelineError.fileUnreadable(path: path, reason: "This is \(kind) archive: use `tern import`")
    #expect(throws: error) { try TimelineFile(paths: [path], now: .noon).read() }
  }

  @Test func `An archive without posts names the expected files`() throws {
    try make { try $0.add("holiday.txt", "sun") }
    #expect(skipReason()?.hasPrefix("a.zip: Is an archive without posts") == true)
  }

  @Test(arguments: [TestArchive.Form.zip, .tarGzip])
  func `A hundred thousand files are skipped`(form: TestArchive.Form) throws {
    try make(form) { archive in
      for number in 0..<100_000 { try archive.add("data/tweets_media/\(number).jpg", "") }
      try archive.add("data/tweets.js", tweets)
    }
    #expect(try Imported(path).items.count == 1)
  }

  @Test(arguments: [TestArchive.Form.zip, .tarGzip], [0, 0x20])
  func `A decompression bomb is not unpacked`(form: TestArchive.Form, byte: UInt8) throws {
    try make(form) { try $0.add("data/tweets.js", start: "", filledWith: byte, megabytes: 64) }
    #expect(skipReason() != nil)
  }

  @Test(arguments: [TestArchive.Form.zip, .tarGzip])
  func `An endless tweet is given up`(form: TestArchive.Form) throws {
    try make(form) { archive in
      try archive.add("data/tweets.js", start: "[{\"tweet\": {\"id\": 1", filledWith: 0x20, megabytes: 20)
    }
    #expect(skipReason() != nil)
  }
}
