import Domain
import Formats
import FoundationEssentials
import Runtime

/// The files that make up one document, read one after the other.
package final class FileQueue {
  package static let standardInput = "-"
  /// The most bytes of a small file beside it that says whose posts they are.
  private static let largestSibling = 64 << 20

  package let stop: CancellationFlag
  /// The files to come; those that somebody named have to be there.
  private var waiting: [(path: String, isNamed: Bool)] = []
  private var known: Set<String> = []
  private var bytesDone = 0
  private var bytesToCome = 0
  private var current: OpenedFile?
  private let beginning: [UInt8]

  /// - Parameters:
  ///   - paths: `-` is standard input, a folder is the archive in it.
  ///   - beginning: what has been read of standard input already.
  /// - Throws: `fileUnreadable` where a folder holds no archive.
  package init(
    _ paths: [String], behind beginning: [UInt8] = [], stop: CancellationFlag = CancellationFlag()
  ) throws(TimelineError) {
    self.stop = stop
    self.beginning = beginning
    for path in paths {
      for file in try Self.files(at: path) { enqueue(file, isNamed: true) }
    }
  }

  /// How much has been read, from 0 to 1; nil where that cannot be known.
  package var fraction: Double? {
    guard let current, let size = current.size else { return nil }
    let all = bytesDone + size + bytesToCome
    return all > 0 ? min(1, Double(bytesDone + current.bytesRead) / Double(all)) : nil
  }

  package var bytesRead: Int { bytesDone + (current?.bytesRead ?? 0) }

  /// Whether there are more files than one, as far as that can be seen before they are read.
  var hasSeveral: Bool {
    waiting.count > 1 || waiting.contains { file in FileFormat.all.contains { !parts(after: file.path, $0).isEmpty } }
  }

  /// Reads all of them.
  /// - Parameters:
  ///   - formats: that it may be of.
  ///   - limit: no more of each than about this, in bytes.
  /// - Returns: the format of the last one that could be read.
  @discardableResult
  package func read(
    into posts: inout PostCollector, now: Date, as formats: [FileFormat] = FileFormat.all, limit: Int = .max
  ) throws(TimelineError) -> FileFormat? {
    var lastFormat: FileFormat?
    var index = 0
    var firstError: TimelineError?
    while index < waiting.count, !stop.shouldStop() {
      let (path, isNamed) = waiting[index]
      index += 1
      do throws(TimelineError) {
        let format = try read(path, into: &posts, now: now, as: formats, limit: limit)
        lastFormat = format
        for part in parts(after: path, format) { enqueue(part, isNamed: false) }
      } catch {
        // One of several that cannot be read is noted as damage, and the others are read.
        guard waiting.count > 1, let place = Self.place(of: error, at: path, isNamed: isNamed) else { throw error }
        firstError = firstError ?? error
        posts.noteDamage(at: place)
      }
    }
    if posts.count == 0, let firstError { throw firstError }
    return lastFormat
  }
}

extension FileQueue {
  private func read(
    _ path: String, into posts: inout PostCollector, now: Date, as formats: [FileFormat], limit: Int
  ) throws(TimelineError) -> FileFormat {
    let isStandardInput = path == Self.standardInput
    let file =
      try isStandardInput ? OpenedFile.standardInputFile(behind: beginning) : OpenedFile(path: path)
    bytesToCome -= file.size ?? 0
    bytesDone += current?.bytesRead ?? 0
    current = file
    let folder = Self.folder(of: path)
    let reading = PostFileReader(
      path: isStandardInput ? OpenedFile.standardInput : path.escapingControls, now: now, formats: formats,
      besides: SiblingFiles { isStandardInput ? nil : Self.smallFile(folder + $0) }, stop: stop)
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
        reason: "Is a directory with no archive in it: neither data/tweets.js, data/js/tweets nor outbox.json")
    }
    return found
  }

  /// A file for each month, the last month first.
  private static func scripts(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".js") && OpenedFile.size(of: folder + $0) != nil }.sorted(by: >).map {
      folder + $0
    }
  }

  /// Puts a file at the end of the queue, unless it has been in it before.
  private func enqueue(_ path: String, isNamed: Bool) {
    guard known.insert(path).inserted else { return }
    waiting.append((path, isNamed))
    bytesToCome += path == Self.standardInput ? 0 : OpenedFile.size(of: path) ?? 0
  }

  /// The files in the same folder in which one goes on.
  private func parts(after path: String, _ format: FileFormat) -> [String] {
    let folder = Self.folder(of: path)
    var name = String(path.dropFirst(folder.count))
    var parts: [String] = []
    while let next = format.nextPart(after: name), OpenedFile.size(of: folder + next) != nil {
      parts.append(folder + next)
      name = next
    }
    return parts
  }

  /// Ends with a slash; empty where a path has none.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// What to say of a file that is passed over; nil where there is no such file, though somebody has named it.
  private static func place(of error: TimelineError, at path: String, isNamed: Bool) -> FileLocation? {
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

  private static func smallFile(_ path: String) -> [UInt8]? {
    guard let file = try? OpenedFile(path: path) else { return nil }
    let text = TextSource(GzipSource(file), limit: largestSibling)
    var bytes: [UInt8] = []
    while text.read(into: &bytes) {}
    return text.trouble == nil ? bytes : nil
  }
}
