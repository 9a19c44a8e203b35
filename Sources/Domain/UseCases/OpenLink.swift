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
