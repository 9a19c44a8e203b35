import Glibc

/// An IPv4 or IPv6 address.
struct IPAddress: Hashable {
  /// 4 or 16 bytes.
  private let bytes: [UInt8]

  /// - Parameter bytes: 4 or 16 bytes. The result is nil for any other number.
  init?(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    guard self.bytes.count == 4 || self.bytes.count == 16 else { return nil }
  }

  /// - Parameter host: `127.0.0.1`, `[::1]`. The result is nil for names.
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

  /// Whether it is a loopback address (RFC 6890: 127.0.0.0/8, ::1).
  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// Whether it is public, by the registries of special-purpose addresses (RFC 6890 and the registries at IANA): not
  /// loopback, private, link-local, carrier-grade NAT, multicast or reserved.
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
    // Addresses with an embedded IPv4 address: mapped and compatible (RFC 4291), NAT64 (RFC 6052), and 6to4 (RFC
    // 3056).
    let mapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    let isNAT64 = bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) && bytes[4..<12].allSatisfy { $0 == 0 }
    if mapped || isNAT64 || bytes.prefix(12).allSatisfy({ $0 == 0 }) { return Self.isPublic4(bytes[12...]) }
    if bytes[0] == 0x20, bytes[1] == 0x02 { return Self.isPublic4(bytes[2..<6]) }
    // Global unicast (2000::/3).
    return bytes[0] & 0xE0 == 0x20
  }
}
