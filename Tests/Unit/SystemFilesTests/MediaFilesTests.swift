import Domain
import Foundation
import SystemFiles
import Testing

struct MediaFilesTests {
  private let home: String

  init() throws {
    home = NSTemporaryDirectory() + "tern-media-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: home + "/Films", withIntermediateDirectories: true)
    for name in ["cat.png", "catalogue.txt", ".hidden.png", "film.MP4"] {
      try Data("tern".utf8).write(to: URL(filePath: home + "/" + name))
    }
  }

  private var media: MediaFiles { MediaFiles(home: home) }

  private func remove() {
    try? FileManager.default.removeItem(atPath: home)
  }

  @Test func `Paths are completed, folders with a slash, hidden files only after a full stop`() {
    let found = (
      media.paths(startingWith: "~/ca", limit: 9), media.paths(startingWith: "~/", limit: 9),
      media.paths(startingWith: "~/.h", limit: 9), media.paths(startingWith: "~/none/x", limit: 9),
      media.paths(startingWith: "~/", limit: 1)
    )
    remove()
    #expect(found.0 == ["~/cat.png", "~/catalogue.txt"])
    #expect(found.1 == ["~/Films/", "~/cat.png", "~/catalogue.txt", "~/film.MP4"])
    #expect(found.2 == ["~/.hidden.png"])
    #expect(found.3.isEmpty)
    #expect(found.4 == ["~/Films/"])
  }

  @Test func `A file has its kind and size`() throws {
    let (cat, text, film) = (
      try media.file(at: "~/cat.png"), try media.file(at: home + "/catalogue.txt"), try media.file(at: "~/film.MP4")
    )
    remove()
    #expect(cat == LocalMediaFile(path: home + "/cat.png", bytes: 4, kind: .image, version: cat.version))
    #expect(cat.version != nil && cat.version != film.version)
    #expect(text.kind == nil)
    #expect(film.kind == .video)
  }

  @Test func `A missing file and a folder are errors`() {
    defer { remove() }
    #expect(throws: TimelineError.fileMissing(path: "~/none.png")) { try media.file(at: "~/none.png") }
    #expect(throws: TimelineError.fileUnreadable(path: "~/Films", reason: "Is a directory")) {
      try media.file(at: "~/Films")
    }
  }
}
