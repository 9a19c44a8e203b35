/// The links in the `Link` headers of a response (RFC 8288). Invalid ones are ignored.
public struct LinkHeader: Sendable {
  /// The maximum length of a header in bytes, and the maximum number of links.
  private static let (maxBytes, maxLinks) = (16 << 10, 32)

  /// In the order of the headers. A link with several relations has one element for each. Relations are in lower case.
  public private(set) var links: [(relation: String, address: HTTPAddress)] = []

  /// The next page: on most servers, older entries.
  public var next: HTTPAddress? { self["next"] }
  public var previous: HTTPAddress? { self["prev"] ?? self["previous"] }

  public init(of response: HTTPResponse) {
    for field in response.headers.fields where field.name.lowercased() == "link" {
      read(field.value, at: response.url)
    }
  }

  public subscript(relation: String) -> HTTPAddress? {
    links.first { $0.relation == relation }?.address
  }

  private mutating func read(_ value: String, at base: HTTPAddress) {
    guard value.utf8.count <= Self.maxBytes else { return }
    var reader = FieldReader(value)
    while links.count < Self.maxLinks, let reference = reader.nextReference() {
      var relation: String?
      while let (name, value) = reader.nextParameter() {
        // Only the first one counts (RFC 8288, 3.3).
        if name == "rel", relation == nil { relation = value.lowercased() }
        // A link with an anchor is about another resource. No relation: it is skipped.
        if name == "anchor" { relation = "" }
      }
      // Servers behind a proxy may not know that they are reached over HTTPS.
      guard let relation, let address = base.resolving(reference) ?? base.resolving(reference.withHTTPS) else {
        continue
      }
      for word in relation.split(separator: " ").prefix(4) { links.append((String(word), address)) }
    }
  }
}

extension String {
  /// The address with HTTPS instead of HTTP.
  fileprivate var withHTTPS: String { lowercased().hasPrefix("http:") ? "https:" + dropFirst(5) : self }
}

/// Parses the value of a `Link` header: `<reference>; name=value; name="value", …`.
private struct FieldReader {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    rest = text[...].unicodeScalars
  }

  /// The text between the next angle brackets. Anything before them is skipped.
  mutating func nextReference() -> String? {
    guard let start = rest.firstIndex(of: "<") else { return nil }
    let inside = rest[rest.index(after: start)...]
    guard let end = inside.firstIndex(of: ">") else { return nil }
    rest = inside[inside.index(after: end)...]
    return String(inside[..<end])
  }

  /// The next parameter of the current link; nil at its end.
  mutating func nextParameter() -> (name: String, value: String)? {
    skipBlanks()
    guard rest.first == ";" else { return nil }
    rest.removeFirst()
    skipBlanks()
    let name = rest.prefix { !["=", ";", ",", " ", "\t"].contains($0) }
    rest = rest[name.endIndex...]
    skipBlanks()
    guard rest.first == "=" else { return (String(name).lowercased(), "") }
    rest.removeFirst()
    skipBlanks()
    return (String(name).lowercased(), rest.first == "\"" ? quoted() : plain())
  }

  private mutating func plain() -> String {
    let value = rest.prefix { ![";", ",", " ", "\t"].contains($0) }
    rest = rest[value.endIndex...]
    return String(value)
  }

  private mutating func quoted() -> String {
    var value = String.UnicodeScalarView()
    rest.removeFirst()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { break }
      if scalar != "\\" { value.append(scalar) } else if let escaped = rest.popFirst() { value.append(escaped) }
    }
    return String(value)
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == " " || $0 == "\t" }
  }
}
