import Domain
import Formats
import Glibc
import LocalFiles
import Runtime

/// Standard input as something to import. A ZIP has the list of its files at its end, so what is packed is kept in a
/// temporary file as long as it is read: that has no name, and is gone with the program at the latest.
public final class SpooledInput: Sendable {
  /// In bytes.
  private static let pieceSize = 1 << 20
  /// What packed files begin with: gzip, bzip2, xz, Zstandard.
  private static let compressions: [[UInt8]] = [
    [0x1F, 0x8B], Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD],
  ]

  /// What has been read so far of an input that is not packed: the rest is read as it comes.
  let beginning: [UInt8]
  /// Of the temporary file; nil where there is none.
  private let descriptor: Int32?

  /// - Parameters:
  ///   - folder: in which the file is made; there has to be room for all that comes.
  ///   - stop: ends it as if the input ended there.
  /// - Throws: `fileUnreadable` where it cannot be read or kept.
  public init(in folder: String, stop: CancellationFlag) throws(TimelineError) {
    let input = try OpenedFile.standardInputFile()
    var piece: [UInt8] = []
    while piece.count < PackedKind.length, input.read(into: &piece) {}
    guard PackedKind(piece) != nil || Self.compressions.contains(where: piece.starts) else {
      beginning = piece
      descriptor = nil
      return
    }
    beginning = []
    let descriptor = try Self.unnamedFile(in: folder)
    self.descriptor = descriptor
    while !stop.isCancelled, input.read(into: &piece) {
      guard piece.count >= Self.pieceSize else { continue }
      try Self.write(piece, to: descriptor, in: folder)
      piece.removeAll(keepingCapacity: true)
    }
    try Self.write(piece, to: descriptor, in: folder)
    if case .unreadable(let reason)? = input.trouble { throw .fileUnreadable(path: Self.name, reason: reason) }
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// Leads to the temporary file; nil where nothing is packed, and the input is read as it comes.
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

  /// A file that nobody else finds, and that goes with the program.
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
      path: name, reason: "Is an archive, and cannot be kept in \(folder.escapingControls) while it is read: \(reason)")
  }
}
