import Archives
import Domain
import Pictures
import Runtime

/// Takes the pictures that lie in an archive into the folder of the account that it was imported into.
@MainActor
struct PictureImport {
  /// What has become of them.
  struct Counts: Hashable {
    var new = 0
    var known = 0
    /// Films and sounds, and what is none of these.
    var others = 0
    var tooLarge = 0
    var damaged = 0
    /// Whether there were more than are to be kept.
    var isFull = false
  }

  private let folder: PictureFolder
  /// In bytes, of all that is kept of the account.
  private let limit: Int

  init(into folder: PictureFolder, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  func importPictures(
    of path: String, stop: CancellationFlag, progress: (Int) -> Void
  ) throws(Failure) -> Counts {
    var counts = Counts()
    var size = folder.size
    var failure: PictureFailure?
    do throws(TimelineError) {
      try ArchivedFiles(path: path).read(upTo: PictureDecoder.maxBytes) { inner in
        guard let name = PictureName.name(inArchive: inner) else { return false }
        if folder.contains(name) { counts.known += 1 }
        return !folder.contains(name)
      } take: { found in
        switch found {
        case .tooLarge: counts.tooLarge += 1
        case .damaged: counts.damaged += 1
        case .file(let inner, let bytes):
          guard PictureKind.other(than: bytes) == nil, let name = PictureName.name(inArchive: inner) else {
            counts.others += 1
            break
          }
          guard size + bytes.count <= limit else {
            counts.isFull = true
            return false
          }
          do throws(PictureFailure) {
            try folder.keep(bytes, as: name)
          } catch {
            failure = error
            return false
          }
          size += bytes.count
          counts.new += 1
          progress(counts.new + counts.known)
        }
        return !stop.isCancelled
      }
    } catch {
      throw Failure(error)
    }
    if let failure { throw Failure(.outputError, "the pictures could not be kept: \(failure.sentence)") }
    return counts
  }
}

/// `500M`, `2G`; without a letter, megabytes.
struct ByteCount: Hashable {
  let bytes: Int

  init(bytes: Int) {
    self.bytes = bytes
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
