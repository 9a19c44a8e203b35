import Domain
import Synchronization

/// Records the opened URLs.
public final class SpyLinkOpener: LinkOpener {
  private let addresses = Mutex<[String]>([])
  private let error: LinkError?

  public init(error: LinkError? = nil) {
    self.error = error
  }

  public var opened: [String] { addresses.withLock { $0 } }

  public func open(_ url: String) throws(LinkError) {
    if let error { throw error }
    addresses.withLock { $0.append(url) }
  }
}
