import Domain
import Formats
import FoundationEssentials
import Runtime

/// The files of one document, which are read one after the other.
package final class FileQueue {
  package static let standardInput = "-"
  /// The maximum size in bytes of a file in the same folder that states the owner.
  private static let maxFileSize = 64 << 20

  package let stop: CancellationFlag
  /// Files to read. Those that the user named have to exist.
  private var waiting: [(path: String, isNamed: Bool)] = []
  private var queuedPaths: Set<String> = []
  private var bytesDone = 0
  private var bytesToCome = 0
  private var current: OpenedFile?
  private let firstBytes: [UInt8]

  /// - Parameters:
  ///   - paths: `-` is standard input, a folder stands for the archive in it.
  ///   - beginning: bytes that were read from standard input already.
  /// - Throws: `TimelineError.fileUnreadable` if a folder has no archive.
  package init(
    _ paths: [String], prefixedBy beginning: [UInt8] = [], stop: CancellationFlag = CancellationFlag()
  ) throws(TimelineError) {
    self.stop = stop
    self.firstBytes = beginning
    for path in paths {
      for file in try Self.files(at: path) { enqueue(file, isNamed: true) }
    }
  }

  /// The fraction that was read, from 0 to 1; nil if unknown.
  package var fraction: Double? {
    guard let current, let size = current.size else { return nil }
    let all = bytesDone + size + bytesToCome
    return all > 0 ? min(1, Double(bytesDone + current.bytesRead) / Double(all)) : nil
  }

  package var bytesRead: Int { bytesDone + (current?.bytesRead ?? 0) }

  /// Whether there are several files, as far as their names tell.
  var hasSeveralFiles: Bool {
    waiting.count > 1
      || waiting.contains { file in FileFormat.all.contains { !continuations(of: file.path, $0).isEmpty } }
  }

  /// Reads all files.
  /// - Parameters:
  ///   - formats: the formats to try.
  ///   - limit: the approximate number of bytes to read of each file.
  ///   - allowsEmpty: whether an empty file is one without posts, and not damaged.
  /// - Returns: the format of the last readable file.
  @discardableResult
  package func read(
    into posts: inout PostCollector, now: Date, as formats: [FileFormat] = FileFormat.all, limit: Int = .max,
    allowsEmpty: Bool = true
  ) throws(TimelineError) -> FileFormat? {
    var lastFormat: FileFormat?
    var index = 0
    var firstError: TimelineError?
    while index < waiting.count, !stop.shouldStop() {
      let (path, isNamed) = waiting[index]
      index += 1
      do throws(TimelineError) {
        let format = try read(path, into: &posts, now: now, as: formats, limit: limit, allowsEmpty)
        lastFormat = format
        for part in continuations(of: path, format) { enqueue(part, isNamed: false) }
      } catch {
        // An unreadable file among several is reported as damage.
        guard waiting.count > 1, let damage = Self.damage(of: error, at: path, isNamed: isNamed) else { throw error }
        firstError = firstError ?? error
        posts.recordDamage(at: damage)
      }
    }
    if posts.count == 0, let firstError { throw firstError }
    return lastFormat
  }
}

extension FileQueue {
  private func read(
    _ path: String, into posts: inout PostCollector, now: Date, as formats: [FileFormat], limit: Int,
    _ allowsEmpty: Bool
  ) throws(TimelineError) -> FileFormat {
    let isStandardInput = path == Self.standardInput
    let file =
      try isStandardInput ? OpenedFile.standardInputFile(prefixedBy: firstBytes) : OpenedFile(path: path)
    bytesToCome -= file.size ?? 0
    bytesDone += current?.bytesRead ?? 0
    current = file
    let folder = Self.folder(of: path)
    let reading = PostFileReader(
      path: isStandardInput ? OpenedFile.standardInput : path.escapingControls, now: now, formats: formats,
      smallFiles: SiblingFiles { isStandardInput ? nil : Self.contentsOfSmallFile(folder + $0) },
      allowsEmpty: allowsEmpty, stop: stop)
    return try reading.read(TextSource(GzipSource(file), limit: limit, stop: stop), into: &posts)
  }

  private static func files(at path: String) throws(TimelineError) -> [String] {
    guard path != standardInput, OpenedFile.isFolder(path) else { return [path] }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let names = FileFormat.all.flatMap(\.archiveFiles)
    if let name = names.first(where: { OpenedFile.size(of: folder + $0) != nil }) { return [folder + name] }
    let files = FileFormat.all.compactMap(\.archiveFolder).lazy.map { Self.scripts(in: "\(folder)\($0)/") }
    guard let found = files.first(where: { !$0.isEmpty }) else {
      throw .fileUnreadable(
        path: path.escapingControls,
        reason: "Is a directory without an archive: no data/tweets.js, data/js/tweets or outbox.json")
    }
    return found
  }

  /// One file per month, latest first.
  private static func scripts(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".js") && OpenedFile.size(of: folder + $0) != nil }.sorted(by: >).map {
      folder + $0
    }
  }

  /// Appends a file, unless it was in the queue before.
  private func enqueue(_ path: String, isNamed: Bool) {
    guard queuedPaths.insert(path).inserted else { return }
    waiting.append((path, isNamed))
    bytesToCome += path == Self.standardInput ? 0 : OpenedFile.size(of: path) ?? 0
  }

  /// The files in the same folder that continue a file.
  private func continuations(of path: String, _ format: FileFormat) -> [String] {
    let folder = Self.folder(of: path)
    var name = String(path.dropFirst(folder.count))
    var parts: [String] = []
    while let next = format.nextPart(after: name), OpenedFile.size(of: folder + next) != nil {
      parts.append(folder + next)
      name = next
    }
    return parts
  }

  /// The folder of a path, with a trailing slash; empty if the path has none.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The damage to report for a skipped file; nil if a file that the user named does not exist.
  private static func damage(of error: TimelineError, at path: String, isNamed: Bool) -> FileLocation? {
    let expected: String
    switch error {
    case .fileDamaged(let place): return place
    case .unknownFormat: expected = "a format that Tern knows"
    case .errorDocument(_, let message): expected = "posts, not an error: \(message)"
    default:
      if isNamed { return nil }
      expected = "the next part of the archive"
    }
    return FileLocation(path: path.escapingControls, line: 1, column: 1, expected: expected)
  }

  private static func contentsOfSmallFile(_ path: String) -> [UInt8]? {
    guard let file = try? OpenedFile(path: path) else { return nil }
    let text = TextSource(GzipSource(file), limit: maxFileSize)
    var bytes: [UInt8] = []
    while text.read(into: &bytes) {}
    return text.readError == nil ? bytes : nil
  }
}
