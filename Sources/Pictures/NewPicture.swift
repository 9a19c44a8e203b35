import Domain
import Glibc
import SystemFiles

/// A file of a folder of pictures that is being written. What is not finished is gone.
public struct NewPicture: ~Copyable {
  private let path: String
  private let partial: String
  private let file: OpenFile

  /// - Parameters:
  ///   - path: where it is once it is whole.
  ///   - partial: where it is until then.
  init(_ path: String, partial: String) throws(PictureFailure) {
    file = try Self.open(partial, for: path)
    self.path = path
    self.partial = partial
  }

  deinit { unlink(partial) }

  public func append(_ bytes: [UInt8]) throws(PictureFailure) {
    do throws(SystemError) {
      try file.writeAll(bytes)
    } catch {
      throw Self.failure(error, path)
    }
  }

  /// One that does not outlive a cut of the power is there to be had again.
  public consuming func finish() throws(PictureFailure) -> StoredPicture {
    guard rename(partial, path) == 0 else { throw Self.failure(.last, path) }
    return StoredPicture(path: path)
  }

  private static func open(_ partial: String, for path: String) throws(PictureFailure) -> OpenFile {
    unlink(partial)
    do throws(SystemError) {
      let file = try OpenFile(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      // Whoever cleans up leaves alone what somebody holds.
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
