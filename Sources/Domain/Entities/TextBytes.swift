import Glibc

extension String {
  /// Whether a byte of UTF-8 stands in the text. A million posts are looked through by this: C looks at many bytes at once.
  public func holds(_ byte: UInt8) -> Bool { self[...].holds(byte) }
}

extension Substring {
  /// The same of a part.
  public func holds(_ byte: UInt8) -> Bool {
    let isThere = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, CInt(byte), bytes.count) != nil } ?? false
    }
    return isThere ?? utf8.contains(byte)
  }
}
