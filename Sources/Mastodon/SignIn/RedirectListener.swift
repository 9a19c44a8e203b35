import Network

/// Waits on this machine for a browser that a server sends back.
public protocol RedirectListener: Sendable {
  /// - Parameter port: one that a server knows already; nil for any.
  /// - Returns: nil where nothing can listen.
  func open(port: Int?) async -> (any OpenRedirect)?
}

/// An address on this machine that a browser can come to.
public protocol OpenRedirect: Sendable {
  var address: HTTPAddress { get }

  /// What the browser has come with, where `accepts` says that it is what is waited for; others are told that they are
  /// wrong here.
  /// - Returns: nil where nobody waits any more, or nothing can come.
  func query(
    accepts: @escaping @Sendable ([HTTPAddress.QueryItem]) -> Bool
  ) async -> [HTTPAddress.QueryItem]?

  func close() async
}

/// Listens at a port of this machine, for browsers on it alone.
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
    try? await listener.visit(where: accepts)
  }

  func close() async {
    listener.stop()
  }
}
