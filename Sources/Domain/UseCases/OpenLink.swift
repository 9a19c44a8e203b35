/// Shows an address outside Tern, if it is one of the web.
public protocol OpenLinkUseCase: Sendable {
  func callAsFunction(_ url: String) throws(LinkError)
}

public struct OpenLink: OpenLinkUseCase {
  private let opener: any LinkOpener

  public init(opener: any LinkOpener) {
    self.opener = opener
  }

  /// Only http and https: what else an address may start is the business of no post.
  public func callAsFunction(_ url: String) throws(LinkError) {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    guard ["http", "https"].contains(scheme), url.dropFirst(scheme.count).hasPrefix("://") else {
      throw .unsupportedScheme(url: url)
    }
    try opener.open(url)
  }
}
