extension WebAddress {
  /// What is opened, for a program of which nobody knows what becomes of its words: all is written as `%27` that RFC 3986
  /// has in no address, and of the rest what means something to a shell and means the same to a server in either way. `&`
  /// and `#` stay, which would mean something else.
  public var encoded: String {
    let bytes = opened.utf8
    let hostEnd = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst(3).firstIndex { "/?#".utf8.contains($0) }
    let fragment = bytes.firstIndex(of: UInt8(ascii: "#"))
    let stays = bytes.indices.map { index in
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "]"): hostEnd.map { index < $0 } ?? true
      case UInt8(ascii: "#"): index == fragment
      case let byte: Self.plain.contains(byte)
      }
    }
    return zip(bytes, stays).map { byte, stays in stays ? String(Unicode.Scalar(byte)) : byte.percentEncoded }.joined()
  }

  /// A `%` that begins no byte stays, too: what a server takes it for is its own business.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?@&+,=%".utf8)
}

extension UInt8 {
  /// As in an address: `%0A`. Source: RFC 3986, 2.1.
  public var percentEncoded: String {
    let digits = String(self, radix: 16, uppercase: true)
    return (digits.count == 1 ? "%0" : "%") + digits
  }
}
