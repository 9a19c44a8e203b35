/// Shows an address outside Tern, if it is one of the web.
public protocol OpenLinkUseCase: Sendable {
  func callAsFunction(_ url: String) throws(LinkError)
}

public struct OpenLink: OpenLinkUseCase {
  private let opener: any LinkOpener

  public init(opener: any LinkOpener) {
    self.opener = opener
  }

  /// Only http and https: what else an address may start is the business of no post. Nor is one opened of which it is
  /// unclear where it leads.
  public func callAsFunction(_ url: String) throws(LinkError) {
    try opener.open(WebAddress(url).opened)
  }
}

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
