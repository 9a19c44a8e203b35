/// Shows an address outside Tern.
public protocol LinkOpener: Sendable {
  /// Throws where there is nothing to open it with. It does not wait for the browser.
  func open(_ url: String) throws(LinkError)
}

/// Why an address was not opened.
public enum LinkError: Error, Hashable, Sendable {
  /// Only http and https are.
  case unsupportedScheme(url: String)
  case noBrowser(url: String, reason: String)
}
