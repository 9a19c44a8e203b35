import Glibc

/// An address of the network's own, of version 4 or 6, in numbers.
struct IPAddress: Hashable {
  /// 4 or 16 of them.
  private let bytes: [UInt8]

  /// - Parameter bytes: nil for any other number of them than 4 or 16.
  init?(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    guard self.bytes.count == 4 || self.bytes.count == 16 else { return nil }
  }

  /// - Parameter host: as addresses have it: `127.0.0.1`, `[::1]`. nil where it is a name.
  init?(host: String) {
    if host.hasPrefix("[") {
      var address = in6_addr()
      guard inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1 else { return nil }
      self.init(withUnsafeBytes(of: address) { Array($0) })
    } else {
      var address = in_addr()
      guard inet_pton(AF_INET, host, &address) == 1 else { return nil }
      self.init(withUnsafeBytes(of: address) { Array($0) })
    }
  }

  /// Whether it is this machine by the addresses that are kept for that (RFC 6890: 127.0.0.0/8, ::1).
  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// Whether it is one of the public network, as far as the registries of addresses with a special purpose tell
  /// (RFC 6890 and the registries at IANA): neither this machine, nor a private network, a link, a provider's own, a
  /// group, nor what is kept for later.
  var isPublic: Bool {
    bytes.count == 4 ? Self.isPublic4(bytes[...]) : isPublic6
  }

  private static func isPublic4(_ bytes: ArraySlice<UInt8>) -> Bool {
    let (first, second, third) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1], bytes[bytes.startIndex + 2])
    switch (first, second) {
    case (0, _), (10, _), (127, _), (224..., _): return false
    case (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19): return false
    case (192, 0): return third != 0
    default: return true
    }
  }

  private var isPublic6: Bool {
    // What holds an address of version 4 leads to that one: mapped, compatible, and translated (RFC 4291, RFC 6052),
    // and 6to4 (RFC 3056).
    let mapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    let translated = bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) && bytes[4..<12].allSatisfy { $0 == 0 }
    if mapped || translated || bytes.prefix(12).allSatisfy({ $0 == 0 }) { return Self.isPublic4(bytes[12...]) }
    if bytes[0] == 0x20, bytes[1] == 0x02 { return Self.isPublic4(bytes[2..<6]) }
    // All that is given out to anybody begins so (2000::/3).
    return bytes[0] & 0xE0 == 0x20
  }
}
