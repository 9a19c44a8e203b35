/// Shows an address outside Tern.
public protocol LinkOpener: Sendable {
  /// Throws where there is nothing to open it with. It does not wait for the browser.
  func open(_ url: String) throws(LinkError)
}

/// Why an address was not opened.
public enum LinkError: Error, Hashable, Sendable {
  /// Only http and https are.
  case unsupportedScheme(url: String)
  /// It cannot be read as it stands, or names no host that a browser and a person would agree on.
  case unclear(url: String)
  case noBrowser(url: String, reason: String)
}
