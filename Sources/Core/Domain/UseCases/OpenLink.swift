/// Opens a web URL outside Tern.
public struct OpenLink: Sendable {
  private let opener: any LinkOpener

  public init(opener: any LinkOpener) {
    self.opener = opener
  }

  /// Opens only http and https, as other schemes may start any program, and no ambiguous URLs.
  public func callAsFunction(_ url: String) throws(LinkError) {
    try opener.open(WebAddress(url).opened)
  }
}

/// Opens a URL outside Tern.
public protocol LinkOpener: Sendable {
  /// Opens a URL and does not wait for the browser.
  func open(_ url: String) throws(LinkError)
}

/// The reason that a URL was not opened.
public enum LinkError: Error, Hashable, Sendable {
  /// Only http and https are supported.
  case unsupportedScheme(url: String)
  /// It cannot be parsed, or browsers and users may disagree about its host.
  case ambiguous(url: String)
  case noBrowser(url: String, reason: String)
}
