import CZlib

/// Decompresses zlib data; nil if it is invalid or has another length.
/// - Parameter length: The expected length.
public func inflated(_ packed: [UInt8], to length: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: length + 1)
  var count = uLongf(bytes.count)
  guard uncompress(&bytes, &count, packed, uLong(packed.count)) == Z_OK, count == uLongf(length) else { return nil }
  return Array(bytes.prefix(length))
}
