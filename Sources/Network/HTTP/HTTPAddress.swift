/// Where a request goes: `https://host[:port]/path?query`, or `http` to this very machine.
public struct HTTPAddress: Hashable, Sendable {
  public let scheme: Scheme
  /// In lower case and ASCII; IPv6 in brackets.
  public let host: String
  /// nil: the scheme's own.
  public let port: Int?
  /// Begins with a slash.
  public var path: String
  /// Name and value as they are meant, before they are escaped.
  public var query: [QueryItem]

  public enum Scheme: String, Sendable { case http, https }

  public struct QueryItem: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}
