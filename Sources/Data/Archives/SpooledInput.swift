import Domain
import Formats
import Glibc
import LocalFiles
import Runtime

/// Standard input as a source to import. A ZIP has its directory at its end, so that packed input is stored in a
/// temporary file while it is read. The file has no name, and is removed with the process at the latest.
public final class SpooledInput: Sendable {
  /// In bytes.
  private static let chunkSize = 1 << 20
  /// The first bytes of compressed files: gzip, bzip2, xz, Zstandard.
  private static let compressions: [[UInt8]] = [
    [0x1F, 0x8B], Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD],
  ]

  /// The bytes read so far of input that is not packed. The rest is read on demand.
  let firstBytes: [UInt8]
  /// The descriptor of the temporary file; nil if none exists.
  private let descriptor: Int32?

  /// - Parameters:
  ///   - folder: The folder of the temporary file, which needs space for all input.
  ///   - stop: Ends the input early.
  /// - Throws: `TimelineError.fileUnreadable` if the input cannot be read or stored.
  public init(in folder: String, stop: CancellationFlag) throws(TimelineError) {
    let input = try OpenedFile.standardInputFile()
    var piece: [UInt8] = []
    while piece.count < PackedArchiveFormat.length, input.read(into: &piece) {}
    guard PackedArchiveFormat(piece) != nil || Self.compressions.contains(where: piece.starts) else {
      firstBytes = piece
      descriptor = nil
      return
    }
    firstBytes = []
    let descriptor = try Self.unnamedFile(in: folder)
    self.descriptor = descriptor
    while !stop.isCancelled, input.read(into: &piece) {
      guard piece.count >= Self.chunkSize else { continue }
      try Self.write(piece, to: descriptor, in: folder)
      piece.removeAll(keepingCapacity: true)
    }
    try Self.write(piece, to: descriptor, in: folder)
    if case .unreadable(let reason)? = input.readError { throw .fileUnreadable(path: Self.name, reason: reason) }
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// The path of the temporary file; nil if the input is not packed, and read on demand.
  public var path: String? { descriptor.map { "/proc/self/fd/\($0)" } }
}

extension SpooledInput {
  static let name = "standard input"

  private static func write(_ bytes: [UInt8], to descriptor: Int32, in folder: String) throws(TimelineError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw failure(folder) }
    }
  }

  /// Creates a file without a name, which is removed with the process.
  private static func unnamedFile(in folder: String) throws(TimelineError) -> Int32 {
    var template = Array("\(folder)/tern-import.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure(folder) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  private static func failure(_ folder: String) -> TimelineError {
    let reason = String(cString: strerror(errno))
    return .fileUnreadable(
      path: name, reason: "Is an archive and cannot be stored in \(folder.escapingControls) while it is read: \(reason)"
    )
  }
}
