import Archives
import Domain
import Pictures
import Runtime

/// Copies pictures, videos and audio of an archive into the media folder of its account. Pictures are copied first, so
/// that videos cannot use up the space.
@MainActor
struct PictureImport {
  /// The files by result.
  struct Counts: Hashable {
    /// New pictures.
    var pictures = 0
    var videos = 0
    var audio = 0
    var known = 0
    /// Files of other formats.
    var others = 0
    /// Pictures larger than the decoder's limit.
    var tooLarge = 0
    var damaged = 0
    /// Files that exceeded the space limit.
    var overLimit = 0
    /// The size of the new files, in bytes.
    var size = 0

    var new: Int { pictures + videos + audio }
  }

  /// File extensions of videos and audio, which are copied last. Used for ordering only; the format is detected from
  /// the content.
  private static let lastKinds: Set<String> = [
    "mp4", "m4v", "mov", "webm", "mkv", "avi", "3gp", "mp3", "m4a", "ogg", "oga", "opus", "aac", "wav", "flac", "weba",
  ]

  private let folder: PictureFolder
  /// Maximum size of all media of the account, in bytes.
  private let limit: Int

  init(into folder: PictureFolder, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  /// Copies the media that are not stored yet.
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
          let isCopiedLast = Self.isCopiedLast(inner)
          hasLast = hasLast || isCopiedLast
          guard isCopiedLast == isLast else { return false }
          if folder.contains(name) { counts.known += 1 }
          return !folder.contains(name)
        } body: { file in
          do throws(PictureFailure) {
            try copy(file, before, &counts, stop, progress)
          } catch {
            failure = error
          }
          return failure == nil && !stop.isCancelled
        }
      } catch {
        throw CommandFailure(error)
      }
      if let failure { throw CommandFailure(.outputError, "the pictures could not be stored: \(failure.sentence)") }
      if stop.isCancelled { break }
    }
    return counts
  }

  /// Copies a file in pieces, because it may be larger than memory.
  /// - Parameter before: the size of the account's media before this import, in bytes.
  private func copy(
    _ file: ArchivedFile, _ before: Int, _ counts: inout Counts, _ stop: CancellationFlag,
    _ progress: (Counts) -> Void
  ) throws(PictureFailure) {
    guard let name = PictureName.name(inArchive: file.path) else { return }
    var bytes: [UInt8] = []
    while bytes.count < PictureKind.headLength, file.read(into: &bytes) {}
    let kind = PictureKind.media(of: bytes)
    if kind == .other || file.isDamaged {
      return file.isDamaged ? (counts.damaged += 1) : (counts.others += 1)
    }
    let space = max(0, limit - before - counts.size)
    func fits(_ size: Int) -> Bool {
      if kind == .picture, size > PictureDecoder.maxBytes {
        counts.tooLarge += 1
      } else if size > space {
        counts.overLimit += 1
      } else {
        return true
      }
      return false
    }
    guard fits(file.size ?? 0) else { return }
    let new = try folder.makeWriter(name)
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
    case .video: counts.videos += 1
    case .audio: counts.audio += 1
    case .other: break
    }
  }

  private static func isCopiedLast(_ path: String) -> Bool {
    guard let last = path.split(separator: "/").last, let dot = last.lastIndex(of: ".") else { return false }
    return lastKinds.contains(last[last.index(after: dot)...].lowercased())
  }
}

/// A number of bytes, typed as `500M` or `2G`. Without a letter, megabytes.
struct ByteCount: Hashable {
  let bytes: Int

  init(bytes: Int) {
    self.bytes = bytes
  }

  /// In the largest unit that gives at least 1: `500 MB`.
  var text: String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB")] where bytes >= unit {
      let tenths = bytes / (unit / 10)
      return tenths % 10 == 0 || tenths >= 100 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return bytes == 1 ? "1 byte" : "\(bytes) bytes"
  }

  /// nil if the text is not an amount, or is out of range.
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
