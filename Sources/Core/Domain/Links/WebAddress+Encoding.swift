extension WebAddress {
  /// The URL to pass to an external program whose quoting is unknown. Percent-encoded are the characters that RFC 3986
  /// does not allow in a URL, and those that have a meaning in a shell but not for a server. `&` and `#` stay, as
  /// encoding changes their meaning.
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

  /// A `%` that encodes no byte stays as well; its meaning is up to the server.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?@&+,=%".utf8)
}

extension UInt8 {
  /// Percent-encoded: `%0A`. Source: RFC 3986, 2.1.
  public var percentEncoded: String {
    let digits = String(self, radix: 16, uppercase: true)
    return (digits.count == 1 ? "%0" : "%") + digits
  }
}
