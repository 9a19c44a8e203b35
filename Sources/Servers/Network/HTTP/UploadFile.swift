import Domain
import Glibc

/// A file opened for sending, with the size it had when opened.
public final class UploadFile: Sendable {
  public let path: String
  /// In bytes.
  public let size: Int
  /// The version when opened.
  public let version: FileVersion
  private let descriptor: Int32

  public init(path: String) throws(UploadFileError) {
    // Nonblocking, since opening a pipe would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw UploadFileError(path, code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = UploadFileError(path, code: errno)
      close(descriptor)
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      if status.st_mode & S_IFMT == S_IFDIR { throw UploadFileError(path, code: EISDIR) }
      throw UploadFileError(path: path, reason: "It is not a regular file.")
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(clamping: status.st_size)
    version = FileVersion(status)
  }

  deinit {
    close(descriptor)
  }

  /// Whether its content is the one that it had when opened.
  public var isUnchanged: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && FileVersion(status) == version
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(UploadFileError) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
      if count > 0 { return count }
      guard count < 0 else { throw UploadFileError(path: path, reason: "The file was truncated.") }
      guard errno == EINTR else { throw UploadFileError(path, code: errno) }
    }
  }
}

/// The reason that a file cannot be sent.
public struct UploadFileError: Error, Hashable, Sendable {
  public var path: String
  public var isMissing = false
  /// The system's message: “Permission denied”.
  public var reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  init(_ path: String, code: Int32) {
    self.init(path: path, reason: String(cString: strerror(code)))
    isMissing = code == ENOENT || code == ENOTDIR
  }
}
