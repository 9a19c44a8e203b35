import Glibc

extension String {
  /// Whether the UTF-8 text contains a byte. Uses `memchr`, which compares many bytes in one step: searches call this
  /// for a million posts.
  public func contains(byte: UInt8) -> Bool { self[...].contains(byte: byte) }
}

extension Substring {
  /// Whether the UTF-8 text contains a byte.
  public func contains(byte: UInt8) -> Bool {
    let isThere = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, CInt(byte), bytes.count) != nil } ?? false
    }
    return isThere ?? utf8.contains(byte)
  }
}
