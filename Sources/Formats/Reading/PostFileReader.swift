import Domain
import FoundationEssentials
import Runtime

/// Reads one text of posts, whatever its format.
package struct PostFileReader {
  /// Mostly this much of a text is enough to tell its format. In bytes.
  private static let glance = 1 << 16
  /// A text of which no format is recognised within so many bytes is called unknown.
  private static let maxLookAhead = 16 << 20

  private let path: String
  private let now: Date
  private let formats: [FileFormat]
  private let besides: SiblingFiles
  private let stop: CancellationFlag

  /// - Parameters:
  ///   - path: for people.
  ///   - now: when it was opened.
  ///   - formats: in the order in which they are looked for.
  ///   - besides: the small files in the same folder.
  ///   - stop: ends it as if the text ended there.
  package init(
    path: String, now: Date, formats: [FileFormat] = FileFormat.all, besides: SiblingFiles,
    stop: CancellationFlag
  ) {
    self.path = path
    self.now = now
    self.formats = formats
    self.besides = besides
    self.stop = stop
  }

  /// Reads to the end, or as far as it can be followed: what is damaged after the first post costs no post before it.
  /// - Returns: the format that the text is of.
  @discardableResult
  package func read(_ source: any ByteSource, into posts: inout PostCollector) throws(TimelineError) -> FileFormat {
    posts.beginFile(path)
    let count = posts.count
    let (format, bytes, shape) = try recognise(source)
    posts.format = format
    let file = SourceFile(shape: shape, now: now, besides: besides)
    var reader = JSONReader(bytes, from: FileShape.startOfJSON(in: bytes), then: source)
    readValues(&reader, of: file, format.reader, into: &posts) { stop.hasStopped || source.trouble != nil }
    if stop.hasStopped { return format }
    switch source.trouble {
    case .unreadable(let reason) where posts.count == count: throw .fileUnreadable(path: path, reason: reason)
    case .unreadable(let reason): noteCut("the rest of the file (\(reason))", in: reader, into: &posts)
    case .damaged(let expected): noteCut(expected, in: reader, into: &posts)
    case nil: break
    }
    return format
  }
}

extension PostFileReader {
  private func noteCut(_ expected: String, in reader: JSONReader, into posts: inout PostCollector) {
    posts.noteDamage(reader.error(expected: expected), in: reader)
    posts.noteCut()
  }

  private func recognise(
    _ source: any ByteSource
  ) throws(TimelineError) -> (FileFormat, [UInt8], FileShape) {
    var bytes: [UInt8] = []
    var look = Self.glance
    while true {
      while bytes.count < look, source.read(into: &bytes) {}
      let isWhole = bytes.count < look
      if isWhole, isBlank(bytes) { throw failure(bytes, FileShape(bytes), source.trouble) }
      let shape = FileShape(bytes)
      if let format = formats.first(where: { $0.reader.recognises(shape) }) { return (format, bytes, shape) }
      guard !isWhole, look < Self.maxLookAhead else { throw failure(bytes, shape, source.trouble) }
      look *= 16
    }
  }

  private func isBlank(_ bytes: [UInt8]) -> Bool {
    var reader = JSONReader(bytes, from: FileShape.startOfJSON(in: bytes))
    return reader.isAtEnd
  }

  /// Why a text is of no format.
  private func failure(_ bytes: [UInt8], _ shape: FileShape, _ trouble: SourceReadError?) -> TimelineError {
    var reader = JSONReader(bytes, from: FileShape.startOfJSON(in: bytes))
    if stop.hasStopped { return .cancelled }
    switch trouble {
    case .unreadable(let reason): return .fileUnreadable(path: path, reason: reason)
    case .damaged(let expected): return damaged(reader.error(expected: expected), reader)
    case nil: break
    }
    if reader.isAtEnd, bytes.count < Self.maxLookAhead {
      return damaged(JSONError(offset: 0, expected: "posts, but the file is empty"), reader)
    }
    if let kind = PackedKind(bytes) { return .fileUnreadable(path: path, reason: kind.advice) }
    if let message = ErrorDocument.message(in: &reader, shape: shape) {
      return .errorDocument(path: path, message: message)
    }
    if let damage = shape.damage { return damaged(damage, reader) }
    // Two forms of one archive have one name.
    let names = formats.map(\.name)
    return .unknownFormat(
      path: path, formats: names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element))
  }

  private func damaged(_ error: JSONError, _ reader: JSONReader) -> TimelineError {
    let (line, column) = reader.lineAndColumn(of: error)
    return .fileDamaged(FileLocation(path: path, line: line, column: column, expected: error.expected))
  }

  /// One value mostly; in JSON Lines one a line, each of which can be damaged by itself.
  /// - Parameter isCutOff: whether the text was cut short by a cancellation or a failed read, which is told by itself.
  private func readValues(
    _ reader: inout JSONReader, of file: SourceFile, _ format: any FormatReader, into posts: inout PostCollector,
    isCutOff: () -> Bool
  ) {
    let opening = reader.next
    let firstKey = reader.keyAhead
    var isLines = false
    while let first = reader.next {
      let start = reader.position
      do throws(JSONError) {
        guard first == opening else { throw reader.error(expected: "the end of the file") }
        try format.read(&reader, into: &posts, of: file)
        isLines = true
      } catch {
        if reader.isAtEnd, isCutOff() { return }
        posts.noteDamage(error, in: reader)
        if reader.isAtEnd { posts.noteCut() }
        // Where the first value is damaged, it is a line only if the next line begins like it.
        guard opening == UInt8(ascii: "{"), reader.skipLine(from: start), isLines || reader.keyAhead == firstKey
        else { return }
      }
    }
  }
}
