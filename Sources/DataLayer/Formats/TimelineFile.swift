import Domain

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file of posts, in any format that Tern knows.
public struct TimelineFile: Sendable {
  private let path: String
  private let now: Date

  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - now: the moment that `now-14m` in a file counts from.
  public init(path: String, now: Date) {
    self.path = path
    self.now = now
  }

  /// Reads the whole file. Every error says which file it is about; a file that is damaged after its first post gives
  /// the posts that can be read, and says in `skipped` where it is.
  public func read() throws(TimelineError) -> TimelineDocument {
    if path == "-" {
      let bytes = try FileBytes.readStandardInput()
      return try Self.parse(bytes: bytes, path: FileBytes.standardInput, now: now) { _ in nil }
    }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return try Self.parse(bytes: FileBytes.read(path), path: path, now: now) { name in
      try? FileBytes.read(folder + name)
    }
  }

  /// Reads a file's content.
  /// - Parameter sibling: gives another file of the same folder by its name, nil where there is none.
  public static func parse(
    bytes: [UInt8], path: String, now: Date, sibling: @escaping (String) -> [UInt8]? = { _ in nil }
  ) throws(TimelineError) -> TimelineDocument {
    let file = SourceFile(path: path, bytes: bytes, now: now, sibling: sibling)
    var reader = file.reader
    if reader.isAtEnd {
      throw .fileDamaged(FilePlace(path: path, line: 1, column: 1, expected: "posts, but the file is empty"))
    }
    let shape = FileShape(file)
    if let format = Formats.all.first(where: { $0.recognises(shape) }) { return try format.read(file, shape) }
    if let message = ErrorDocument.message(in: file, shape: shape) {
      throw .errorDocument(path: path, message: message)
    }
    if let damage = shape.damage { throw .fileDamaged(file.place(of: damage)) }
    throw .unknownFormat(path: path, formats: Formats.all.map(\.name))
  }
}
