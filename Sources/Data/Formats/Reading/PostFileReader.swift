import Domain
import FoundationEssentials
import Runtime

/// Reads posts from text in any format.
package struct PostFileReader {
  /// The part of the text that is first inspected for its format, in bytes.
  private static let firstInspection = 1 << 16
  /// The part of the text after which its format is considered unknown, in bytes.
  private static let maxLookAhead = 16 << 20

  private let path: String
  private let now: Date
  private let formats: [FileFormat]
  private let smallFiles: SiblingFiles
  private let allowsEmpty: Bool
  private let stop: CancellationFlag

  /// - Parameters:
  ///   - path: the path to display.
  ///   - now: when the file was opened.
  ///   - formats: in the order in which they are tried.
  ///   - smallFiles: the small files in the same folder.
  ///   - allowsEmpty: whether an empty file is read as a file without posts; otherwise it is damaged.
  ///   - stop: ends reading as if the text ended there.
  package init(
    path: String, now: Date, formats: [FileFormat] = FileFormat.all, smallFiles: SiblingFiles,
    allowsEmpty: Bool = true, stop: CancellationFlag
  ) {
    self.path = path
    self.now = now
    self.formats = formats
    self.smallFiles = smallFiles
    self.allowsEmpty = allowsEmpty
    self.stop = stop
  }

  /// Reads to the end, or to damage that cannot be skipped. Posts before it stay.
  /// - Returns: the format of the text.
  @discardableResult
  package func read(_ source: any ByteSource, into posts: inout PostCollector) throws(TimelineError) -> FileFormat {
    posts.beginFile(path)
    let count = posts.count
    let (format, bytes, shape) = try recognizeFormat(source)
    posts.format = format
    let file = SourceFile(shape: shape, now: now, smallFiles: smallFiles)
    var reader = JSONReader(bytes, from: FileShape.startOfJSON(in: bytes), then: source)
    readValues(&reader, of: file, format.reader, into: &posts) { stop.hasStopped || source.readError != nil }
    if stop.hasStopped { return format }
    switch source.readError {
    case .unreadable(let reason) where posts.count == count: throw .fileUnreadable(path: path, reason: reason)
    case .unreadable(let reason): recordTruncation("the rest of the file (\(reason))", in: reader, into: &posts)
    case .damaged(let expected): recordTruncation(expected, in: reader, into: &posts)
    case nil: break
    }
    return format
  }
}

extension PostFileReader {
  private func recordTruncation(_ expected: String, in reader: JSONReader, into posts: inout PostCollector) {
    posts.recordDamage(reader.error(expected: expected), in: reader)
    posts.recordTruncation()
  }

  private func recognizeFormat(
    _ source: any ByteSource
  ) throws(TimelineError) -> (FileFormat, [UInt8], FileShape) {
    var bytes: [UInt8] = []
    var inspected = Self.firstInspection
    while true {
      while bytes.count < inspected, source.read(into: &bytes) {}
      let isWhole = bytes.count < inspected
      if isWhole, isBlank(bytes) {
        guard allowsEmpty, !stop.hasStopped, source.readError == nil, let empty = emptyList(insteadOf: bytes) else {
          throw failure(bytes, FileShape(bytes), source.readError)
        }
        return empty
      }
      let shape = FileShape(bytes)
      if let format = formats.first(where: { $0.reader.recognizes(shape) }) { return (format, bytes, shape) }
      guard !isWhole, inspected < Self.maxLookAhead else { throw failure(bytes, shape, source.readError) }
      inspected *= 16
    }
  }

  /// A list without posts; nil for a script without a value, which is cut off.
  private func emptyList(insteadOf bytes: [UInt8]) -> (FileFormat, [UInt8], FileShape)? {
    guard FileShape.startOfJSON(in: bytes) == ByteOrderMark.length(in: bytes) else { return nil }
    let list = Array("[]".utf8)
    let shape = FileShape(list)
    return formats.first { $0.reader.recognizes(shape) }.map { ($0, list, shape) }
  }

  private func isBlank(_ bytes: [UInt8]) -> Bool {
    var reader = JSONReader(bytes, from: FileShape.startOfJSON(in: bytes))
    return reader.isAtEnd
  }

  /// The error for text without a known format.
  private func failure(_ bytes: [UInt8], _ shape: FileShape, _ readError: SourceReadError?) -> TimelineError {
    var reader = JSONReader(bytes, from: FileShape.startOfJSON(in: bytes))
    if stop.hasStopped { return .cancelled }
    switch readError {
    case .unreadable(let reason): return .fileUnreadable(path: path, reason: reason)
    case .damaged(let expected): return damaged(reader.error(expected: expected), reader)
    case nil: break
    }
    if reader.isAtEnd, bytes.count < Self.maxLookAhead {
      return damaged(JSONError(offset: 0, expected: "posts, but the file is empty"), reader)
    }
    if let kind = PackedArchiveFormat(bytes) { return .fileUnreadable(path: path, reason: kind.advice) }
    if let message = ErrorDocument.message(in: &reader, shape: shape) {
      return .errorDocument(path: path, message: message)
    }
    if let damage = shape.damage { return damaged(damage, reader) }
    // Two formats of archives share a name.
    let names = formats.map(\.name)
    return .unknownFormat(
      path: path, formats: names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element))
  }

  private func damaged(_ error: JSONError, _ reader: JSONReader) -> TimelineError {
    let (line, column) = reader.lineAndColumn(of: error)
    return .fileDamaged(FileLocation(path: path, line: line, column: column, expected: error.expected))
  }

  /// Usually one value; in JSON Lines one per line. Any line may be damaged.
  /// - Parameter isCutOff: whether the text was truncated by a cancellation or a read error, which is reported
  ///   separately.
  private func readValues(
    _ reader: inout JSONReader, of file: SourceFile, _ format: any FormatReader, into posts: inout PostCollector,
    isCutOff: () -> Bool
  ) {
    let opening = reader.next
    let firstKey = reader.peekedKey
    var isLines = false
    while let first = reader.next {
      let start = reader.position
      do throws(JSONError) {
        guard first == opening else { throw reader.error(expected: "the end of the file") }
        try format.read(&reader, into: &posts, of: file)
        isLines = true
      } catch {
        if reader.isAtEnd, isCutOff() { return }
        posts.recordDamage(error, in: reader)
        if reader.isAtEnd { posts.recordTruncation() }
        // If the first value is damaged, it is a line only if the next line begins like it.
        guard opening == UInt8(ascii: "{"), reader.skipLine(from: start), isLines || reader.peekedKey == firstKey
        else { return }
      }
    }
  }
}
