/// A body with a file, with bytes before and after it. Read while it is sent, not loaded.
public struct HTTPUpload: Sendable {
  public var head: [UInt8]
  public var file: UploadFile
  public var tail: [UInt8]
  /// Called with the sent fraction of the body, from 0 to 1, at most a hundred times. Called on the network thread;
  /// must not block.
  public var progress: @Sendable (Double) -> Void

  public init(
    head: [UInt8] = [], file: UploadFile, tail: [UInt8] = [],
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) {
    self.head = head
    self.file = file
    self.tail = tail
    self.progress = progress
  }

  /// In bytes.
  public var size: Int { head.count + file.size + tail.count }

  /// Reads from an offset in the body into a buffer.
  /// - Returns: the number of bytes; 0 at the end.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(UploadFileError) -> Int {
    guard offset >= 0, offset < size, !buffer.isEmpty else { return 0 }
    let behind = offset - head.count - file.size
    if behind >= 0 { return Self.copy(tail[behind...], to: buffer) }
    let offsetInFile = offset - head.count
    if offsetInFile < 0 { return Self.copy(head[offset...], to: buffer) }
    return try file.read(
      at: offsetInFile, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(file.size - offsetInFile)))
  }

  private static func copy(_ bytes: ArraySlice<UInt8>, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    let bytes = bytes.prefix(buffer.count)
    buffer.copyBytes(from: bytes)
    return bytes.count
  }
}
