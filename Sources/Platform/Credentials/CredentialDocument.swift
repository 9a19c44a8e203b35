import Domain

/// The content of credentials.json. Unknown members are preserved.
struct CredentialDocument {
  private static let version = "1"
  private static let tokens = "tokens"
  private static let registrations = "registrations"

  private var root: CredentialValue

  init() {
    root = .emptyObject
    root["version"] = CredentialValue(content: .word(Self.version))
    root[Self.tokens] = .emptyObject
    root[Self.registrations] = .emptyObject
  }

  init(_ bytes: [UInt8]) throws(CredentialDamage) {
    root = try CredentialTextReader.read(bytes)
    guard root.members != nil else { throw CredentialDamage(line: root.line, expected: "{") }
    guard let version = root["version"] else { throw CredentialDamage(line: root.line, expected: "“version”") }
    guard version.content == .word(Self.version) else {
      throw CredentialDamage(
        line: version.line, expected: "version \(Self.version); a newer Tern may have written it")
    }
    try check(Self.tokens) { $0.text != nil ? nil : "a token in quotation marks" }
    try check(Self.registrations) { Self.registration($0) != nil ? nil : "a registration with “id” and “scopes”" }
  }

  var bytes: [UInt8] { CredentialTextWriter.bytes(of: root) }

  /// - Parameter fault: returns the expected value of an invalid member; nil if it is valid.
  private mutating func check(_ name: String, fault: (CredentialValue) -> String?) throws(CredentialDamage) {
    guard let section = root[name] else {
      root[name] = .emptyObject
      return
    }
    guard let members = section.members else { throw CredentialDamage(line: section.line, expected: "{") }
    for member in members {
      if let expected = fault(member.value) { throw CredentialDamage(line: member.value.line, expected: expected) }
    }
  }

  func hasToken(of account: AccountID) -> Bool { root[Self.tokens]?[account.storageKey] != nil }

  func token(of account: AccountID) -> Secret? { root[Self.tokens]?[account.storageKey]?.text.map { Secret($0) } }

  mutating func setToken(_ token: Secret?, of account: AccountID) {
    root[Self.tokens]?[account.storageKey] = token.map { .string($0.revealed) }
  }

  func hasRegistration(at host: String) -> Bool { root[Self.registrations]?[host] != nil }

  func registration(at host: String) -> ClientRegistration? {
    root[Self.registrations]?[host].flatMap { Self.registration($0) }
  }

  mutating func setRegistration(_ registration: ClientRegistration?, at host: String) {
    guard let registration else {
      root[Self.registrations]?[host] = nil
      return
    }
    // Preserve members that a newer Tern has added.
    var value = root[Self.registrations]?[host] ?? .emptyObject
    value["id"] = .string(registration.id)
    value["secret"] = registration.secret.map { .string($0.revealed) }
    value["redirects"] = CredentialValue(content: .array(registration.redirects.map { .string($0) }))
    value["scopes"] = .string(registration.scopes)
    value["unfinished"] = registration.isUnfinished ? CredentialValue(content: .word("true")) : nil
    root[Self.registrations]?[host] = value
  }

  private static func registration(_ value: CredentialValue) -> ClientRegistration? {
    guard let id = value["id"]?.text, let scopes = value["scopes"]?.text else { return nil }
    return ClientRegistration(
      id: id, secret: value["secret"]?.text.map { Secret($0) },
      redirects: value["redirects"]?.elements?.compactMap(\.text) ?? [], scopes: scopes,
      isUnfinished: value["unfinished"]?.content == .word("true"))
  }
}
