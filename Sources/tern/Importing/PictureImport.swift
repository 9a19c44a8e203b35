import Archives
import Domain
import Pictures
import Runtime

/// Takes the pictures, films and sounds of posts that lie in an archive into the folder of the account that it was imported
/// into. Pictures have the room first, and films what is left.
@MainActor
struct PictureImport {
  /// What has become of them.
  struct Counts: Hashable {
    /// Those that are new.
    var pictures = 0
    var films = 0
    var sounds = 0
    var known = 0
    /// What is none of these.
    var others = 0
    /// Pictures that are larger than any that is drawn.
    var tooLarge = 0
    var damaged = 0
    /// For which there was no room left.
    var unfitting = 0
    /// Of what is new, in bytes.
    var size = 0

    var new: Int { pictures + films + sounds }
  }

  /// How files of films and sounds are commonly called: they come last. What a file is, its content says.
  private static let lastKinds: Set<String> = [
    "mp4", "m4v", "mov", "webm", "mkv", "avi", "3gp", "mp3", "m4a", "ogg", "oga", "opus", "aac", "wav", "flac", "weba",
  ]

  private let folder: PictureFolder
  /// In bytes, of all that is kept of the account.
  private let limit: Int

  init(into folder: PictureFolder, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  func importPictures(
    of path: String, stop: CancellationFlag, progress: (Counts) -> Void
  ) throws(CommandFailure) -> Counts {
    var counts = Counts()
    let before = folder.size
    var failure: PictureFailure?
    var hasLast = false
    for isLast in [false, true] where !isLast || hasLast {
      do throws(TimelineError) {
        try ArchivedFiles(path: path).read { inner in
          guard let name = PictureName.name(inArchive: inner) else { return false }
          let comesLast = Self.comesLast(inner)
          hasLast = hasLast || comesLast
          guard comesLast == isLast else { return false }
          if folder.contains(name) { counts.known += 1 }
          return !folder.contains(name)
        } take: { file in
          do throws(PictureFailure) {
            try take(file, before, &counts, stop, progress)
          } catch {
            failure = error
          }
          return failure == nil && !stop.isCancelled
        }
      } catch {
        throw CommandFailure(error)
      }
      if let failure { throw CommandFailure(.outputError, "the pictures could not be kept: \(failure.sentence)") }
      if stop.isCancelled { break }
    }
    return counts
  }

  /// Writes a file as it is read: it may be larger than memory.
  /// - Parameter before: what was kept of the account before this import, in bytes.
  private func take(
    _ file: ArchivedFile, _ before: Int, _ counts: inout Counts, _ stop: CancellationFlag,
    _ progress: (Counts) -> Void
  ) throws(PictureFailure) {
    guard let name = PictureName.name(inArchive: file.path) else { return }
    var bytes: [UInt8] = []
    while bytes.count < PictureKind.head, file.read(into: &bytes) {}
    let kind = PictureKind.media(bytes)
    if kind == .other || file.isDamaged {
      return file.isDamaged ? (counts.damaged += 1) : (counts.others += 1)
    }
    let room = max(0, limit - before - counts.size)
    func fits(_ size: Int) -> Bool {
      if kind == .picture, size > PictureDecoder.maxBytes {
        counts.tooLarge += 1
      } else if size > room {
        counts.unfitting += 1
      } else {
        return true
      }
      return false
    }
    guard fits(file.size ?? 0) else { return }
    let new = try folder.begin(name)
    var size = 0
    repeat {
      guard fits(size + bytes.count) else { return }
      try new.append(bytes)
      size += bytes.count
      bytes.removeAll(keepingCapacity: true)
      var shown = counts
      shown.size += size
      progress(shown)
      if stop.isCancelled { return }
    } while file.read(into: &bytes)
    guard !file.isDamaged else {
      counts.damaged += 1
      return
    }
    _ = try new.finish()
    counts.size += size
    switch kind {
    case .picture: counts.pictures += 1
    case .film: counts.films += 1
    case .sound: counts.sounds += 1
    case .other: break
    }
  }

  private static func comesLast(_ path: String) -> Bool {
    guard let last = path.split(separator: "/").last, let dot = last.lastIndex(of: ".") else { return false }
    return lastKinds.contains(last[last.index(after: dot)...].lowercased())
  }
}

/// `500M`, `2G`; without a letter, megabytes.
struct ByteCount: Hashable {
  let bytes: Int

  init(bytes: Int) {
    self.bytes = bytes
  }

  /// In the largest unit of which there is one: `500 MB`.
  var words: String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB")] where bytes >= unit {
      let tenths = bytes / (unit / 10)
      return tenths % 10 == 0 || tenths >= 100 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return bytes == 1 ? "1 byte" : "\(bytes) bytes"
  }

  /// nil where it is no amount, or one that no disk has.
  init?(_ text: String) {
    let units = ["K": 1_000, "M": 1_000_000, "G": 1_000_000_000]
    let unit = text.last.flatMap { units[$0.uppercased()] }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits),
      1...1_000_000 ~= number
    else { return nil }
    bytes = number * (unit ?? 1_000_000)
  }
}
