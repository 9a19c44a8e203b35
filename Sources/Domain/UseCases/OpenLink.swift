/// Shows an address outside Tern, if it is one of the web.
public protocol OpenLinkUseCase: Sendable {
  func callAsFunction(_ url: String) throws(LinkError)
}

public struct OpenLink: OpenLinkUseCase {
  private let opener: any LinkOpener

  public init(opener: any LinkOpener) {
    self.opener = opener
  }

  /// Only http and https: what else an address may start is the business of no post. Nor is one opened that cannot
  /// be read as it stands, or that names no host.
  public func callAsFunction(_ url: String) throws(LinkError) {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    let rest = url.dropFirst(scheme.count)
    guard ["http", "https"].contains(scheme), rest.hasPrefix("://"), let host = rest.dropFirst(3).first,
      !["/", "?", "#"].contains(host), url.unicodeScalars.allSatisfy(\.isVisible)
    else { throw .unsupportedScheme(url: url) }
    try opener.open(url)
  }
}

extension Unicode.Scalar {
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    case .spaceSeparator: self == " "
    default: true
    }
  }
}
