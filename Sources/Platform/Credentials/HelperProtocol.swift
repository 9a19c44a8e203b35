import Domain

/// The protocol of credential helpers: `key=value` lines (git-credential(1)).
enum HelperProtocol {
  /// - Returns: nil if a value contains a control character. A line break or NUL would change the meaning of the
  ///   request, and a helper that asks for the password would print the others.
  static func lines(_ attributes: [(key: String, value: String)]) -> [UInt8]? {
    var text = ""
    for (key, value) in attributes {
      guard !value.unescapingControls.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { return nil }
      text += "\(key)=\(value)\n"
    }
    return Array((text + "\n").utf8)
  }

  /// The password in a response; nil if it has none or an empty one.
  static func password(in response: [UInt8]) -> Secret? {
    let prefix = Array("password=".utf8)
    let lines = response.split(separator: UInt8(ascii: "\n"))
    guard let line = lines.last(where: { $0.starts(with: prefix) }) else { return nil }
    var bytes = line.dropFirst(prefix.count)
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty, let password = String(validating: bytes, as: UTF8.self) else { return nil }
    return Secret(password)
  }

  /// The attributes of an account: a user at a host.
  static func attributes(of account: AccountID) -> [(key: String, value: String)] {
    let key = account.key
    let at = key.lastIndex(of: "@")
    let host = at.map { String(key[key.index(after: $0)...]) } ?? key
    let user = at.map { String(key[..<$0]) } ?? ""
    return [("protocol", "https"), ("host", host), ("username", user)]
  }
}
