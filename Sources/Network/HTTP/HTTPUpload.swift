/// A body that is too large to be held: a file, with what stands before and behind it. It is read while it is sent.
public struct HTTPUpload: Sendable {
  public var head: [UInt8]
  public var file: UploadFile
  public var tail: [UInt8]
  /// Is told what share of the body has left, from 0 to 1, a hundred times at most. It is called on the thread that makes
  /// requests, and must not wait.
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

  /// Reads on from a place of the whole body, as much as fits.
  /// - Returns: how many bytes; 0 at the end.
  /// - Throws: where the file has become shorter than it was, or cannot be read any more.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(UploadFileError) -> Int {
    guard offset >= 0, offset < size, !buffer.isEmpty else { return 0 }
    let behind = offset - head.count - file.size
    if behind >= 0 { return Self.copy(tail[behind...], to: buffer) }
    let place = offset - head.count
    if place < 0 { return Self.copy(head[offset...], to: buffer) }
    return try file.read(at: place, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(file.size - place)))
  }

  private static func copy(_ bytes: ArraySlice<UInt8>, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    let bytes = bytes.prefix(buffer.count)
    buffer.copyBytes(from: bytes)
    return bytes.count
  }
}
