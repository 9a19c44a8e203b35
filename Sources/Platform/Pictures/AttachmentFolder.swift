import Domain
import FoundationEssentials
import Glibc
import SystemFiles

/// The folder of pictures that were pasted or piped into Tern to be attached to posts, readable by its owner only.
public struct AttachmentFolder: Sendable {
  /// The maximum size of a picture in bytes, like that of pictures that are shown.
  public static let maxBytes = PictureDecoder.maxBytes
  /// The age in seconds from which a file that no draft uses is removed. A new draft may not be stored yet.
  private static let minAge = 86_400
  /// The random digits in the name of a file.
  private static let digits = 12

  private let folder: AppDirectory

  /// - Parameter directory: the directory of the store.
  public init(in directory: String) {
    folder = AppDirectory(path: directory + "/attachments")
  }

  /// Stores a picture under a new name.
  public func store(_ bytes: [UInt8]) throws(PasteFailure) -> LocalMediaFile {
    guard !bytes.isEmpty else { throw .noPicture }
    guard bytes.count <= Self.maxBytes else { throw .tooLarge(limit: Self.maxBytes) }
    if let name = PictureKind.unsupportedType(of: bytes) { throw .unknownKind(name) }
    let (suffix, kind) = PictureKind.fileExtension(of: bytes)
    let name = "picture-\(UUID().uuidString.lowercased().suffix(Self.digits)).\(suffix)"
    do throws(FileError) {
      try folder.make()
      try folder.replace(name, with: bytes)
    } catch {
      throw .notStored(reason: "\(error.path): \(error.cause.reason)")
    }
    let path = folder.path(of: name)
    return LocalMediaFile(path: path, bytes: bytes.count, kind: kind, version: FileVersion(at: path))
  }

  /// Removes files older than a day, except those at the given paths.
  /// - Parameter paths: the attachments of all drafts.
  public func removeFiles(except paths: Set<String>) {
    for name in DirectoryListing.names(in: folder.path) {
      let path = folder.path(of: name)
      var status = stat()
      guard !paths.contains(path), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        time(nil) - status.st_mtim.tv_sec > Self.minAge
      else { continue }
      unlink(path)
    }
  }
}
