import Domain
import Glibc
import SystemFiles

/// A picture file being written. It is removed unless it is finished.
public struct PictureFileWriter: ~Copyable {
  private let path: String
  private let partial: String
  private let file: OpenFile

  /// - Parameters:
  ///   - path: The final path.
  ///   - partial: The path until it is finished.
  /// - Throws: `PictureFailure.unreadable` if the file cannot be created.
  init(_ path: String, partial: String) throws(PictureFailure) {
    file = try Self.open(partial, for: path)
    self.path = path
    self.partial = partial
  }

  deinit { unlink(partial) }

  /// - Throws: `PictureFailure.unreadable` if the file cannot be written.
  public func append(_ bytes: [UInt8]) throws(PictureFailure) {
    do throws(SystemError) {
      try file.writeAll(bytes)
    } catch {
      throw Self.failure(error, path)
    }
  }

  /// Renames the file to its final path. Not synced to disk, because lost pictures can be fetched again.
  /// - Throws: `PictureFailure.unreadable` if the file cannot be renamed.
  public consuming func finish() throws(PictureFailure) -> StoredPicture {
    guard rename(partial, path) == 0 else { throw Self.failure(.last, path) }
    return StoredPicture(path: path)
  }

  private static func open(_ partial: String, for path: String) throws(PictureFailure) -> OpenFile {
    unlink(partial)
    do throws(SystemError) {
      let file = try OpenFile(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      // The lock protects it from `PictureFolder.removePartials`.
      _ = try file.tryToLock()
      return file
    } catch {
      unlink(partial)
      throw failure(error, path)
    }
  }

  private static func failure(_ error: SystemError, _ path: String) -> PictureFailure {
    .unreadable("\(path.escapingControls): \(error.reason)")
  }
}
