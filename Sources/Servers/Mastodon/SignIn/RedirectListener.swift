import Network

/// Listens on this computer for the redirect of a browser.
public protocol RedirectListener: Sendable {
  /// - Parameter port: a port that is registered at the server; nil for any.
  /// - Returns: nil if listening failed.
  func open(port: Int?) async -> (any OpenRedirect)?
}

/// A local address that a browser is redirected to.
public protocol OpenRedirect: Sendable {
  var address: HTTPAddress { get }

  /// The query of the browser's request, if `accepts` returns true for it. Other requests get an error page.
  /// - Returns: nil if cancelled or no request can arrive.
  func query(
    accepts: @escaping @Sendable ([HTTPAddress.QueryItem]) -> Bool
  ) async -> [HTTPAddress.QueryItem]?

  func close() async
}

/// Listens on a port of the loopback interface.
public struct LoopbackRedirects: RedirectListener {
  public init() {}

  public func open(port: Int?) async -> (any OpenRedirect)? {
    (try? LoopbackListener(port: port)).map(LoopbackRedirect.init)
  }
}

private struct LoopbackRedirect: OpenRedirect {
  let listener: LoopbackListener

  var address: HTTPAddress { listener.address }

  func query(
    accepts: @escaping @Sendable ([HTTPAddress.QueryItem]) -> Bool
  ) async -> [HTTPAddress.QueryItem]? {
    try? await listener.waitForRequest(where: accepts)
  }

  func close() async {
    listener.stop()
  }
}
