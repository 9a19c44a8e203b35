import CZlib

/// What zlib has packed; nil where it has not packed this, or more of it than is meant.
/// - Parameter length: of what it was.
public func inflated(_ packed: [UInt8], to length: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: length + 1)
  var count = uLongf(bytes.count)
  guard uncompress(&bytes, &count, packed, uLong(packed.count)) == Z_OK, count == uLongf(length) else { return nil }
  return Array(bytes.prefix(length))
}
